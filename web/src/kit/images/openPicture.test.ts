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
  ['<svg xmlns="http', 'oven.png', 'image/png'],
  ['%PDF-1.7', 'oven.jpg', 'image/jpeg'],
  ['RIFF\0\0\0\0WEBP', 'oven.heic', 'image/heic'],
  ['', 'oven.gif', 'image/gif'],
])(
  'IMG-03 a file that is none of the four formats is refused before it is sent, whatever its name (%#)',
  async (...of) => {
    await expect(openPicture(file(...of))).rejects.toThrow('custom.validation.imageType');
  },
);

it.each([
  [heads.jpeg, 'oven.png', 'image/png'],
  [heads.jpeg, 'IMG_2041.HEIC', 'image/heic'],
  [heads.png, 'scan', ''],
  [heads.gif, 'oven.heic', 'image/heic'],
  [heads.png, 'oven.webp', 'image/webp'],
  [heads.jpeg, 'notes.pdf', 'application/pdf'],
])('IMG-03 the content of a picture decides what it is, whatever its name (%#)', async (head, name, type) => {
  // The browser would decode it next; this test runs without one.
  await expect(openPicture(file(head, name, type))).rejects.not.toThrow('custom.validation.imageType');
});
