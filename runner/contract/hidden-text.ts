/**
 * Control characters except tab and line feed, marks that change the text direction, and invisible characters such as
 * tags, which can hide text from a reader. Joiners of letters and emoji stay.
 */
export const hidden =
  /(?![\t\n])\p{Cc}|[\u00ad\u061c\u115f\u1160\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\u2800\u3164\ufeff\uffa0\ufff9-\ufffb\u{e0000}-\u{e007f}]|\u034f/gu

/** Well-formed text without hidden characters. Line breaks stay. */
export const withoutHidden = (text: string): string => text.replaceAll('\r\n', '\n').toWellFormed().replace(hidden, '')
