// Numbers from 1 to 9999 in words.
import type { Language } from './language.ts';

const small = [
  'zero',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
  'thirteen',
  'fourteen',
  'fifteen',
  'sixteen',
  'seventeen',
  'eighteen',
  'nineteen',
];
const tens = ['', '', 'twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety'];
const digits = '零一二三四五六七八九';
const places = ['', '十', '百', '千'];

export function toNumberWords(n: number, language: Language): string {
  return language === 'zh' ? toChinese(n) : toEnglish(n);
}

function toEnglish(n: number): string {
  if (n < 20) return small[n] ?? '';
  if (n < 100) {
    const rest = n % 10;
    return `${tens[Math.floor(n / 10)]}${rest === 0 ? '' : `-${small[rest]}`}`;
  }
  const [unit, name] = n < 1000 ? [100, 'hundred'] : [1000, 'thousand'];
  const rest = n % unit;
  const link = rest === 0 ? '' : rest < 100 ? ' and ' : ' ';
  return `${toEnglish(Math.floor(n / unit))} ${name}${link}${rest === 0 ? '' : toEnglish(rest)}`;
}

/** Zeros between digits are said once, those at the end never; ten to nineteen begin with 十. */
function toChinese(n: number): string {
  const text = [...String(n)]
    .map((digit, index, all) => {
      const place = places[all.length - 1 - index] ?? '';
      return digit === '0' ? '零' : `${digits[Number(digit)]}${place}`;
    })
    .join('')
    .replace(/零+$/, '')
    .replace(/零+/g, '零');
  return text.replace(/^一十/, '十');
}
