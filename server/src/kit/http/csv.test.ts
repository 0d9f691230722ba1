import { describe, expect, it } from 'vitest';
import { attachment, type Cell, csvLine, csvText, withoutApostrophes } from './csv.ts';

describe('MAC-08 a line of CSV', () => {
  it.each<[Cell[], string, string]>([
    [['a', 'b'], 'a,b\r\n', 'a;b\r\n'],
    [['a,b', 'c;d'], '"a,b",c;d\r\n', 'a,b;"c;d"\r\n'],
    [['say "no"', 'two\nlines'], '"say ""no""","two\nlines"\r\n', '"say ""no""";"two\nlines"\r\n'],
    [[1.5, -2, null, ''], '1.5,-2,,\r\n', '1,5;-2;;\r\n'],
    [['=1+1', '+33', '-5', '@cmd', '\tx'], "'=1+1,'+33,'-5,'@cmd,'\tx\r\n", "'=1+1;'+33;'-5;'@cmd;'\tx\r\n"],
    [
      ['\rx', '=HYPERLINK("http://x";"y")'],
      `"'\rx","'=HYPERLINK(""http://x"";""y"")"\r\n`,
      `"'\rx";"'=HYPERLINK(""http://x"";""y"")"\r\n`,
    ],
    [['Crêpe, été', 'パン 🥖'], '"Crêpe, été",パン 🥖\r\n', 'Crêpe, été;パン 🥖\r\n'],
    [['a;=1+1', 'a,=1+1'], `a;'=1+1,"a,'=1+1"\r\n`, `"a;'=1+1";a,'=1+1\r\n`],
    [[' =1+1', '＝1+1', 'a;"=1+1"'], `' =1+1,'＝1+1,"a;""'=1+1"""\r\n`, `' =1+1;'＝1+1;"a;""'=1+1"""\r\n`],
    [['a\n@x', 'a\t-2', 'a, b-c; 1'], `"a\n'@x",a\t'-2,"a, b-c; 1"\r\n`, `"a\n'@x";a\t'-2;"a, b-c; 1"\r\n`],
  ])('from the values %j has the expected form with commas and with semicolons', (cells, english, french) => {
    expect(csvLine(cells, 'EN')).toBe(english);
    expect(csvLine(cells, 'FR')).toBe(french);
  });

  it('SEC-06 contains no cell that a spreadsheet runs as a formula, with either separator', () => {
    const cells = ['x', 'a;=1+1', 'b,=1+1', 'c;"=1+1"', 'd, "@x"', '=1', 'e\t+1', ';-1'];
    for (const language of ['EN', 'FR'] as const) {
      for (const separator of [',', ';', '\t']) {
        // Splits as a spreadsheet does that ignores our quotes.
        for (const cell of csvLine(cells, language).split(separator))
          expect(cell.replace(/^[\s"]+/, '')).not.toMatch(/^[=+\-@]/);
      }
    }
  });

  it.each(['=1+1', '-5', "'tis", ' =1', 'a;=1', 'b,"@x"', '\tx', "it's; 'one'", '06:00-13:00; -1'])(
    'HRS-01 the text %j is the same when it is read from a file again',
    (text) => {
      const cell = csvLine([text], 'keys').slice(0, -2).replace(/^"|"$/g, '').replaceAll('""', '"');
      expect(withoutApostrophes(cell)).toBe(text);
    },
  );

  it('follows the byte order mark and the header, and is computed only when its page is read', async () => {
    let asked = 0;
    async function* pages() {
      for (let page = 0; page < 3; page += 1) {
        asked += 1;
        yield [[`a${page}`, page]];
      }
    }
    const text = csvText(['Name', 'Count'], pages(), 'EN');
    expect((await text.next()).value).toBe('\ufeffName,Count\r\n');
    expect(asked).toBe(0);
    expect((await text.next()).value).toBe('a0,0\r\n');
    expect(asked).toBe(1);
  });
});

describe('MAC-08 the name of a downloaded file', () => {
  it.each([
    ['Four à sole.csv', `attachment; filename="Four a sole.csv"; filename*=UTF-8''Four%20%C3%A0%20sole.csv`],
    ['パン窯.csv', `attachment; filename=___.csv; filename*=UTF-8''%E3%83%91%E3%83%B3%E7%AA%AF.csv`],
    ['a"b/../c\r\nX: y.csv', `attachment; filename="a-b-..-c--X- y.csv"`],
    [`it's (one)*.csv`, `attachment; filename="it's (one)-.csv"`],
    ['lone \ud800.csv', `attachment; filename="lone _.csv"; filename*=UTF-8''lone%20%EF%BF%BD.csv`],
  ])('%s is encoded in the Content-Disposition header', (name, header) => expect(attachment(name)).toBe(header));
});
