// Draws the pictures of the demonstration's two libraries: `node server/src/demo/pictures/draw.mjs` writes the PNG
// files to this folder again.
import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';

const folder = fileURLToPath(new URL('./', import.meta.url));
const side = 512;

// Colours of crusts from pale to dark, and of backgrounds.
const c = {
  pale: '#f3d9a4',
  gold: '#e2a955',
  crust: '#c47a2f',
  dark: '#8f4f1c',
  deep: '#5f3214',
  cream: '#fbf0da',
  red: '#c8442e',
  green: '#6f8f3a',
  leaf: '#4b6b2a',
};
const grounds = {
  sand: '#efe3cf',
  clay: '#e6c9ae',
  sage: '#d7dfc8',
  sky: '#cfdfe3',
  rose: '#f0d5cf',
  smoke: '#dcd6cd',
  night: '#3b3f4a',
  honey: '#f4dfae',
};

const path = (d, fill, more = '') => `<path d="${d}" fill="${fill}" ${more}/>`;
const line = (d, stroke, width = 10, more = '') =>
  `<path d="${d}" fill="none" stroke="${stroke}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round" ${more}/>`;
const ellipse = (x, y, rx, ry, fill, more = '') =>
  `<ellipse cx="${x}" cy="${y}" rx="${rx}" ry="${ry}" fill="${fill}" ${more}/>`;
const turned = (degrees, content) => `<g transform="rotate(${degrees} 256 256)">${content}</g>`;
const shadow = (y = 410, rx = 170) => ellipse(256, y, rx, 18, '#00000022');
const many = (count, one) => Array.from({ length: count }, (_, index) => one(index)).join('');

const roll = (x, y, w, h, fill) =>
  `<rect x="${x - w / 2}" y="${y - h / 2}" width="${w}" height="${h}" rx="${h / 2}" fill="${fill}"/>`;

const tart = (filling, top) =>
  shadow(400) +
  path('M90 270h332l-38 118H128Z', c.crust) +
  many(9, (i) => line(`M${122 + i * 34} 292l${(4 - i) * -2} 80`, c.dark, 6)) +
  ellipse(256, 262, 176, 46, c.gold) +
  ellipse(256, 256, 156, 36, filling) +
  top;

const programs = {
  Baguette: [
    grounds.sand,
    turned(
      -38,
      shadow(330, 210) +
        roll(256, 256, 440, 104, c.crust) +
        roll(256, 246, 420, 78, c.gold) +
        many(5, (i) => path(`M${96 + i * 72} 276q34 -58 78 -62q-16 44 -58 66Z`, c.pale)),
    ),
  ],
  'Pain de campagne': [
    grounds.clay,
    shadow(400, 180) +
      path('M70 300C70 190 150 130 256 130s186 60 186 170c0 70-70 100-186 100S70 370 70 300Z', c.crust) +
      path('M86 290C92 196 160 146 256 146s164 50 170 144c-30-70-80-100-170-100S116 220 86 290Z', c.gold) +
      many(3, (i) => line(`M${166 + i * 76} 178q26 44 10 108`, c.cream, 16)) +
      line('M120 262q136 -56 272 0', c.cream, 14),
  ],
  'Pain de seigle': [
    grounds.smoke,
    shadow(396, 180) +
      roll(256, 290, 372, 200, c.deep) +
      roll(256, 276, 352, 168, c.dark) +
      many(4, (i) => line(`M${150 + i * 60} 222l44 100M${194 + i * 60} 222l-44 100`, '#d9b98a', 8)),
  ],
  Focaccia: [
    grounds.sage,
    shadow(410, 190) +
      `<rect x="76" y="130" width="360" height="270" rx="46" fill="${c.crust}"/><rect x="88" y="124" width="336" height="254" rx="42" fill="${c.gold}"/>` +
      many(4, (i) => many(3, (j) => ellipse(140 + i * 78, 172 + j * 78, 22, 15, c.crust))) +
      many(
        5,
        (i) =>
          `<g transform="translate(${128 + i * 66} ${i % 2 ? 296 : 200}) rotate(${i * 50})">${line('M-30 0h60', c.leaf, 6)}${many(5, (k) => line(`M${-22 + k * 11} 0l-6 -16M${-22 + k * 11} 0l-6 16`, c.leaf, 5))}</g>`,
      ),
  ],
  Croissant: [
    grounds.honey,
    shadow(396, 180) +
      path(
        'M58 330C60 200 150 120 256 120s196 80 198 210c1 40-44 44-66 12-26-40-72-66-132-66s-106 26-132 66c-22 32-67 28-66-12Z',
        c.crust,
      ) +
      path('M72 316C82 208 164 136 256 136s174 72 184 180c-30-66-96-106-184-106S102 250 72 316Z', c.gold) +
      line('M150 176q-4 62 -24 128', c.dark, 9) +
      line('M216 146q-10 70 -18 130', c.dark, 9) +
      line('M296 146q10 70 18 130', c.dark, 9) +
      line('M362 176q4 62 24 128', c.dark, 9),
  ],
  'Pain au chocolat': [
    grounds.clay,
    shadow(396, 176) +
      `<rect x="92" y="160" width="328" height="226" rx="70" fill="${c.crust}"/><rect x="92" y="148" width="328" height="200" rx="70" fill="${c.gold}"/>` +
      many(4, (i) => line(`M${160 + i * 64} 152q22 98 0 194`, c.crust, 9)) +
      ellipse(104, 270, 18, 26, c.deep) +
      ellipse(104, 320, 16, 22, c.deep) +
      ellipse(408, 270, 18, 26, c.deep) +
      ellipse(408, 320, 16, 22, c.deep),
  ],
  Brioche: [
    grounds.rose,
    shadow(424, 140) +
      path('M116 280h280l-46 134a14 14 0 0 1-14 10H176a14 14 0 0 1-14-10Z', c.dark) +
      many(6, (i) => line(`M${150 + i * 42} 300l${(2.5 - i) * -7} 108`, c.deep, 7)) +
      ellipse(180, 262, 82, 62, c.crust) +
      ellipse(332, 262, 82, 62, c.crust) +
      ellipse(256, 246, 96, 74, c.gold) +
      ellipse(256, 162, 62, 58, c.crust) +
      ellipse(250, 154, 50, 44, c.gold),
  ],
  Kouglof: [
    grounds.smoke,
    shadow(410, 176) +
      path('M84 390C84 250 140 150 256 150s172 100 172 240q-172 34-344 0Z', c.crust) +
      many(5, (i) =>
        path(
          `M${256 + (i - 2) * 66 - 26} 396C${256 + (i - 2) * 58 - 20} 290 ${256 + (i - 2) * 30 - 12} 200 ${256 + (i - 2) * 18} 160C${256 + (i - 2) * 36 + 14} 210 ${256 + (i - 2) * 68 + 24} 300 ${256 + (i - 2) * 66 + 26} 398Z`,
          c.gold,
        ),
      ) +
      ellipse(256, 158, 46, 16, c.deep) +
      many(9, (i) => ellipse(126 + i * 33, 300 - Math.abs(4 - i) * -14 - ((i * 37) % 60), 5, 5, c.cream)),
  ],
  Éclair: [
    grounds.sand,
    turned(
      -16,
      shadow(360, 190) +
        roll(256, 286, 400, 120, c.gold) +
        path(
          'M72 270c0-50 40-70 90-70h188c50 0 90 20 90 70 0 22-24 26-40 14-22-16-48-14-66 2-20 18-48 14-66-2-16-14-40-14-58 0-20 16-46 14-64-2-14-12-74 22-74-12Z',
          c.deep,
        ) +
        line('M130 226h200', '#8a5a3c', 9),
    ),
  ],
  'Choux et chouquettes': [
    grounds.sky,
    shadow(400, 190) +
      many(3, (i) => ellipse(150 + i * 106, 330, 78, 64, c.crust) + ellipse(148 + i * 106, 318, 64, 48, c.gold)) +
      many(2, (i) => ellipse(203 + i * 106, 226, 78, 64, c.crust) + ellipse(201 + i * 106, 214, 64, 48, c.gold)) +
      many(
        26,
        (i) =>
          `<rect x="${110 + ((i * 89) % 300)}" y="${190 + ((i * 53) % 150)}" width="11" height="11" rx="3" fill="${c.cream}" transform="rotate(${i * 31} ${110 + ((i * 89) % 300)} ${190 + ((i * 53) % 150)})"/>`,
      ),
  ],
  Meringue: [
    grounds.rose,
    shadow(410, 170) +
      path(
        'M90 390c-20-60 30-84 60-84-30-50 20-86 54-84-14-46 30-66 42-104 12 38 76 60 64 106 36 0 72 36 44 82 38 0 84 30 66 84Z',
        '#fff9ef',
      ) +
      line('M150 308q106 34 204 0', '#e8d8c4', 9) +
      line('M204 224q52 20 106 0', '#e8d8c4', 8),
  ],
  'Tarte aux pommes': [
    grounds.sage,
    shadow(420, 190) +
      ellipse(256, 268, 196, 170, c.crust) +
      ellipse(256, 260, 170, 146, c.gold) +
      many(
        14,
        (i) =>
          `<g transform="rotate(${i * 25.7} 256 260)">${path('M226 134q30 -20 60 0q6 40 -30 78q-36 -38 -30 -78Z', i % 2 ? '#f6d78b' : '#f0c66c')}${line('M226 134q30 -20 60 0', c.red, 7)}</g>`,
      ) +
      ellipse(256, 260, 40, 34, '#f6d78b'),
  ],
  'Flan pâtissier': [
    grounds.honey,
    shadow(404, 170) +
      path('M96 250 360 170a30 30 0 0 1 56 20v150L96 396Z', c.pale) +
      path('M96 250 360 170q44 -8 56 22L130 262Z', c.dark) +
      path('M96 250h34v134l-34 12Z', c.crust) +
      path('M96 372 416 318v24L96 398Z', c.crust),
  ],
  Quiche: [
    grounds.clay,
    tart(
      '#f4cf6a',
      many(
        9,
        (i) =>
          `<rect x="${140 + ((i * 67) % 220)}" y="${234 + ((i * 29) % 36)}" width="30" height="12" rx="5" fill="${c.red}" transform="rotate(${i * 40} ${155 + ((i * 67) % 220)} ${240 + ((i * 29) % 36)})"/>`,
      ) + many(7, (i) => line(`M${150 + i * 36} ${250 + (i % 3) * 10}l12 -6`, c.green, 6)),
    ),
  ],
  'Macarons framboise': [
    grounds.sky,
    shadow(416, 160) +
      many(3, (i) => {
        const [x, y] = [
          [176, 330],
          [336, 330],
          [256, 200],
        ][i];
        return (
          path(`M${x - 84} ${y - 6}q0 -70 84 -70t84 70Z`, '#e08aa0') +
          `<rect x="${x - 86}" y="${y - 8}" width="172" height="20" rx="10" fill="#f7d9df"/>` +
          path(`M${x - 84} ${y + 12}h168q0 56 -84 56t-84 -56Z`, '#d4738d')
        );
      }),
  ],
  'Poulet rôti': [
    grounds.sand,
    shadow(418, 200) +
      ellipse(256, 396, 206, 30, '#fffaf0') +
      path('M96 300c0-96 76-150 160-150s170 46 170 138c0 60-66 104-166 104S96 356 96 300Z', c.crust) +
      path('M120 280c10-70 70-110 140-110 60 0 120 24 140 80-40-30-90-38-150-32S150 240 120 280Z', c.gold) +
      path('M330 330c30-60 70-70 96-50 20 16 6 50-26 60l-50 26Z', c.dark) +
      line('M420 300l46 -44', c.cream, 18) +
      ellipse(468, 250, 16, 16, c.cream) +
      ellipse(452, 240, 14, 14, c.cream),
  ],
  'Légumes rôtis': [
    grounds.smoke,
    shadow(412, 190) +
      `<rect x="66" y="160" width="380" height="236" rx="30" fill="#5c5a57"/><rect x="84" y="176" width="344" height="204" rx="22" fill="#7a7773"/>` +
      path('M120 250q60 -50 110 10q-60 40 -110 -10Z', c.red) +
      path('M120 250l-16 -14', c.leaf) +
      ellipse(300, 240, 46, 46, '#e9c46a') +
      ellipse(300, 240, 30, 30, '#f3dd9a') +
      path('M180 340 320 300l10 22-140 38Z', '#dd7a2c') +
      line('M330 306l26 -14M332 312l28 2', c.green, 8) +
      ellipse(380, 330, 34, 26, '#7a3d62') +
      ellipse(200, 214, 22, 22, c.green) +
      ellipse(390, 220, 26, 26, c.green) +
      ellipse(140, 320, 24, 24, '#e9c46a'),
  ],
  'Gratin dauphinois': [
    grounds.sage,
    shadow(408, 200) +
      path('M60 240h392l-34 146a20 20 0 0 1-20 16H114a20 20 0 0 1-20-16Z', '#b9583a') +
      ellipse(256, 242, 196, 60, '#d77a55') +
      ellipse(256, 238, 172, 48, c.pale) +
      many(12, (i) => ellipse(130 + ((i * 97) % 250), 218 + ((i * 23) % 44), 34, 13, i % 3 ? '#f0c777' : c.gold)) +
      many(6, (i) => ellipse(150 + ((i * 71) % 220), 222 + ((i * 17) % 34), 12, 5, c.crust)),
  ],
  Saumon: [
    grounds.sky,
    shadow(400, 190) +
      path('M80 300C90 200 220 150 330 168c60 10 100 60 104 116 2 30-30 60-70 68-110 22-290 20-284-52Z', '#ef8f6b') +
      many(5, (i) => line(`M${150 + i * 58} ${206 - Math.abs(2 - i) * -10}q-24 62 4 132`, '#f9c3a8', 9)) +
      path('M80 306c10 60 190 66 284 46 40-8 72-38 70-68 6 40-10 84-66 98-110 26-290 16-288-76Z', '#a9a39b') +
      line('M340 196q40 -30 60 -10q-20 20 -60 10', c.green, 7),
  ],
  Pizza: [
    grounds.clay,
    shadow(430, 190) +
      ellipse(256, 262, 194, 176, c.crust) +
      ellipse(256, 258, 164, 148, c.red) +
      ellipse(256, 258, 156, 140, '#e0603a') +
      many(6, (i) => ellipse(256 + Math.cos(i * 1.05) * 92, 258 + Math.sin(i * 1.05) * 82, 34, 28, c.cream)) +
      ellipse(256, 258, 30, 26, c.cream) +
      many(
        5,
        (i) =>
          `<g transform="rotate(${i * 72 + 24} 256 258)">${path('M256 158q22 24 0 54q-22 -30 0 -54Z', c.green)}</g>`,
      ),
  ],
  Fougasse: [
    grounds.smoke,
    shadow(414, 160) +
      path('M256 90c90 60 140 160 110 250-20 54-200 54-220 0C116 250 166 150 256 90Z', c.crust) +
      path('M256 104c80 56 124 146 98 226-18 46-178 46-196 0C132 250 176 160 256 104Z', c.gold) +
      line('M256 150v200', grounds.smoke, 15) +
      line('M214 220l-30 44M298 220l30 44M210 296l-30 36M302 296l30 36', grounds.smoke, 17) +
      many(6, (i) => ellipse(190 + ((i * 61) % 140), 200 + ((i * 47) % 140), 9, 9, c.deep)),
  ],
  'Pâte en pousse': [
    grounds.sky,
    shadow(414, 170) +
      path('M70 250h372c0 100-60 160-186 160S70 350 70 250Z', '#8fa3ad') +
      path('M84 250c0-90 80-130 172-130s172 40 172 130Z', c.cream) +
      ellipse(256, 250, 186, 26, '#a9bac2') +
      path('M92 246c4-80 80-112 164-112s160 32 164 112q-164 24-328 0Z', '#fdf6e8') +
      line('M190 176q30 -18 62 -18', '#e9dcc4', 9) +
      line('M250 88q-14 -18 0 -34t0 -30M306 96q-14 -18 0 -34t0 -30M194 96q-14 -18 0 -34t0 -30', '#8fa3ad', 8),
  ],
};

const steel = {
  body: '#b9bfc4',
  light: '#d9dde0',
  dark: '#7b848c',
  glass: '#2f2a27',
  glow: '#f2a145',
  heat: '#d9622b',
};
const oven = (ground, body) => [ground, ellipse(256, 452, 170, 16, '#00000033') + body];
const box = (x, y, w, h, fill, r = 12) =>
  `<rect x="${x}" y="${y}" width="${w}" height="${h}" rx="${r}" fill="${fill}"/>`;
const feet = (left = 116, right = 396) =>
  box(left - 16, 424, 32, 28, steel.dark, 4) + box(right - 16, 424, 32, 28, steel.dark, 4);
const lamp = (x, y, fill = '#7bd08f') => ellipse(x, y, 7, 7, fill);

const machines = {
  deck: oven(
    grounds.sky,
    feet() +
      box(72, 84, 368, 348, steel.body) +
      box(72, 84, 368, 40, steel.light) +
      many(
        3,
        (i) =>
          box(96, 140 + i * 96, 264, 76, steel.glass, 8) +
          box(106, 150 + i * 96, 244, 56, steel.heat, 6) +
          many(3, (k) => roll(150 + k * 78, 190 + i * 96, 66, 20, c.gold)) +
          box(96, 206 + i * 96, 264, 10, steel.light, 5) +
          box(384, 146 + i * 96, 36, 58, steel.light, 6) +
          lamp(402, 162 + i * 96) +
          lamp(402, 186 + i * 96, steel.glow),
      ),
  ),
  rack: oven(
    grounds.sand,
    feet(140, 372) +
      box(96, 48, 320, 384, steel.body) +
      box(96, 48, 320, 34, steel.light) +
      box(124, 100, 196, 312, steel.glass, 10) +
      box(136, 112, 172, 288, steel.heat, 8) +
      many(
        7,
        (i) =>
          box(150, 138 + i * 37, 144, 6, steel.glass, 3) +
          many(4, (k) => path(`M${160 + k * 34} ${136 + i * 37}q12 -20 26 0Z`, c.pale)),
      ) +
      line('M340 190v130', steel.dark, 14) +
      box(356, 108, 44, 56, steel.light, 6) +
      lamp(378, 126) +
      lamp(378, 146, steel.glow),
  ),
  convection: oven(
    grounds.sage,
    feet(120, 392) +
      box(64, 130, 384, 302, steel.body) +
      box(64, 130, 384, 36, steel.light) +
      box(92, 186, 256, 220, steel.glass, 12) +
      box(106, 200, 228, 192, steel.heat, 8) +
      ellipse(220, 296, 76, 76, steel.glass) +
      many(
        5,
        (i) =>
          `<g transform="rotate(${i * 72} 220 296)">${path('M220 292c-34 -20 -34 -56 -6 -66c22 14 22 44 6 66Z', steel.glow)}</g>`,
      ) +
      ellipse(220, 296, 14, 14, steel.light) +
      line('M368 236v130', steel.dark, 14) +
      box(384, 186, 48, 190, steel.light, 8) +
      lamp(408, 212) +
      ellipse(408, 262, 15, 15, steel.dark) +
      ellipse(408, 312, 15, 15, steel.dark),
  ),
  combi: oven(
    grounds.rose,
    feet() +
      box(72, 72, 368, 360, steel.body) +
      box(72, 72, 368, 76, steel.light) +
      box(96, 90, 180, 40, steel.glass, 6) +
      line('M112 114l22 -12l22 14l24 -18l26 16l40 -8', steel.glow, 5) +
      ellipse(330, 110, 20, 20, steel.dark) +
      lamp(388, 110) +
      box(96, 168, 264, 244, steel.glass, 12) +
      box(110, 182, 236, 216, steel.heat, 8) +
      many(3, (i) => box(122, 246 + i * 60, 212, 7, steel.glass, 3)) +
      many(3, (i) => line(`M${168 + i * 60} 236q-16 -14 0 -26t0 -24`, '#f7e3cf', 7)) +
      many(3, (i) => ellipse(166 + i * 62, 296, 24, 14, c.gold)) +
      line('M388 210v150', steel.dark, 14),
  ),
  pizza: oven(
    grounds.night,
    box(120, 410, 34, 42, steel.dark, 4) +
      box(358, 410, 34, 42, steel.dark, 4) +
      path('M60 416V300C60 180 146 100 256 100s196 80 196 200v116Z', '#b5563a') +
      many(4, (i) =>
        line(`M${86 + i * 20} ${356 - i * 62}q${170 - i * 20} ${-60 - i * 6} ${340 - i * 40} 0`, '#9a452c', 6),
      ) +
      path('M116 400V320c0-70 60-118 140-118s140 48 140 118v80Z', '#2a2220') +
      path('M136 400V330c0-56 52-94 120-94s120 38 120 94v70Z', steel.heat) +
      path('M200 400c-30-60 20-70 10-120 40 20 40 60 60 70 4-24 0-34 10-50 30 30 40 70 20 100Z', steel.glow) +
      ellipse(256, 398, 96, 18, c.crust) +
      ellipse(256, 394, 82, 13, '#e0603a') +
      box(48, 402, 416, 22, '#7d3a26', 8) +
      box(236, 50, 40, 60, '#8f8a85', 6),
  ),
  proofer: oven(
    grounds.honey,
    feet(124, 388) +
      box(76, 56, 360, 376, steel.body) +
      box(76, 56, 360, 36, steel.light) +
      box(98, 110, 148, 300, '#3d5560', 10) +
      box(266, 110, 148, 300, '#3d5560', 10) +
      many(2, (d) =>
        many(
          5,
          (i) =>
            box(108 + d * 168, 166 + i * 52, 128, 6, '#8fb0bd', 3) +
            many(2, (k) => path(`M${118 + d * 168 + k * 58} ${164 + i * 52}q24 -44 48 0Z`, c.cream)),
        ),
      ) +
      line('M238 230v70M274 230v70', steel.light, 10) +
      lamp(396, 74) +
      line('M120 138q14 -10 0 -20M300 138q14 -10 0 -20', '#8fb0bd', 5),
  ),
};

// Without accents, because file systems encode them differently.
const fileOf = (name) =>
  name
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replaceAll(' ', '-');

async function draw(group, drawings) {
  mkdirSync(`${folder}${group}`, { recursive: true });
  for (const [name, [ground, content]] of Object.entries(drawings)) {
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}" viewBox="0 0 ${side} ${side}"><rect width="${side}" height="${side}" fill="${ground}"/>${content}</svg>`;
    await sharp(Buffer.from(svg))
      .png({ palette: true, colours: 48, compressionLevel: 9 })
      .toFile(`${folder}${group}/${fileOf(name)}.png`);
  }
}
await draw('programs', programs);
await draw('machines', machines);
