import { expect, it } from 'vitest';
import { squareOf } from './openPicture.ts';

const photo = { width: 4032, height: 3024 };

it('IMG-02 the square lies within the picture and between 256 and 4096 pixels, whatever the cropper says', () => {
  expect(squareOf(photo, { x: 12.5, y: 0, width: 75 })).toEqual({ x: 504, y: 0, side: 3024 });
  expect(squareOf(photo, { x: 99, y: 99, width: 1 })).toEqual({ x: 3776, y: 2768, side: 256 });
  expect(squareOf(photo, { x: -3, y: -3, width: 80 })).toEqual({ x: 0, y: 0, side: 3024 });
  expect(squareOf({ width: 8000, height: 6000 }, { x: 0, y: 0, width: 75 }).side).toBe(4096);
});
