import { expect, it } from 'vitest';
import { openPicture, squareOf } from './openPicture.ts';

const photo = { width: 4032, height: 3024 };

it('IMG-02 the cropped square lies within the picture and has 256 to 4096 pixels a side', () => {
  expect(squareOf(photo, { x: 12.5, y: 0, width: 75 })).toEqual({ x: 504, y: 0, side: 3024 });
  expect(squareOf(photo, { x: 99, y: 99, width: 1 })).toEqual({ x: 3776, y: 2768, side: 256 });
  expect(squareOf(photo, { x: -3, y: -3, width: 80 })).toEqual({ x: 0, y: 0, side: 3024 });
  expect(squareOf({ width: 8000, height: 6000 }, { x: 0, y: 0, width: 75 }).side).toBe(4096);
});

const heads = {
  png: '\x89PNG\r\n\x1a\n\0\0\0\rIHDR',
  jpeg: '\xff\xd8\xff\xe0\0\x10JFIF\0',
  gif: 'GIF89a\x01\0\x01\0',
  heic: '\0\0\0\x18ftypheic\0\0\0\0',
};
const file = (head: string, name: string, type: string) =>
  new File([Uint8Array.from(head, (letter) => letter.charCodeAt(0))], name, { type });

it.each([
  [heads.png, 'oven.jpg', 'image/jpeg'],
  [heads.jpeg, 'oven.png', 'image/png'],
  [heads.gif, 'oven.heic', 'image/heic'],
  [heads.heic, 'oven.jpeg', 'image/jpeg'],
  ['<svg xmlns="http', 'oven.png', 'image/png'],
  [heads.png, 'oven.webp', 'image/png'],
])(
  'IMG-03 a file whose content is not of its named type is refused before it is sent (%#: %s as %s)',
  async (head, name, type) => {
    await expect(openPicture(file(head, name, type))).rejects.toThrow('custom.validation.imageContent');
  },
);

it.each([
  [heads.jpeg, 'OVEN.JPG', 'image/jpeg'],
  [heads.jpeg, 'oven.jfif', 'image/jpeg'],
  [heads.png, 'image', 'image/png'],
  [heads.gif, 'oven.gif', 'image/gif'],
])('IMG-03 a file whose content is of its named type is accepted (%#)', async (head, name, type) => {
  // The browser would decode it next; this test runs without one.
  await expect(openPicture(file(head, name, type))).rejects.not.toThrow('custom.validation.imageContent');
});
