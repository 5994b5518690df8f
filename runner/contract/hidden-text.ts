/** From Arabic to Myanmar, and the scripts of South and Central Asia beyond: joiners belong to their spelling. */
const joining =
  '\\u0600-\\u109f\\u1780-\\u18af\\u1b00-\\u1cff\\ua840-\\uabff\\ufb50-\\ufdff\\ufe70-\\ufefc\\u{10a00}-\\u{11fff}\\u{1e900}-\\u{1e95f}'
const letter = `(?!\\p{Default_Ignorable_Code_Point})(?=[\\p{L}\\p{M}])[${joining}]`

/** A joiner or a variation selector that changes what a reader sees: in the spelling of a script, and in emoji. */
const seen = [
  `(?<=${letter})[\\u200c\\u200d](?=${letter}|(?![\\p{L}\\p{M}\\p{Default_Ignorable_Code_Point}]))`,
  '(?<=\\p{Extended_Pictographic}\\ufe0f?|\\p{Emoji_Modifier})\\u200d(?=\\p{Extended_Pictographic})',
  '(?<=\\p{Extended_Pictographic})[\\ufe0e\\ufe0f]',
  '(?<=[0-9#*])\\ufe0f(?=\\u20e3)',
].join('|')

/** Blank, but no space by any property: in Braille, for an object that is not there, in music and in Khitan. */
const blank = '\\u2800\\ufffc\\u{1d159}\\u{16fe4}'
const unseen = `\\p{Default_Ignorable_Code_Point}\\p{Bidi_Control}\\p{Cf}\\p{Cs}\\p{Zl}\\p{Zp}\\p{Noncharacter_Code_Point}${blank}`

/**
 * Every character that a reader cannot see, or that changes the direction of a text: control characters except tab and
 * line feed, and by their properties formats, fillers, tags, variation selectors and halves of characters. Joiners stay
 * where a script or an emoji needs them.
 */
export const hidden = new RegExp(`(?:(?![\\t\\n])\\p{Cc}|[${unseen}])(?<!${seen})`, 'gu')

/** What a text in one line cannot have: hidden characters, tabs and line feeds. */
export const notInLine = new RegExp(`[\\t\\n]|${hidden.source}`, 'gu')

/** The same text, in which every line ends with a line feed. */
export const lineFeeds = (text: string): string => text.replace(/\r\n|[\r\v\f\u0085\u2028\u2029]/g, '\n')

/** Well-formed text without hidden characters. Line breaks become line feeds. */
export const withoutHidden = (text: string): string => lineFeeds(text).toWellFormed().replace(hidden, '')

/** The same in one line, so that a stranger's text in a list, a mail or a log cannot look like another entry. */
export const oneLine = (text: string): string =>
  withoutHidden(text)
    .replace(/\s*[\t\n]\s*| {2,}/g, ' ')
    .trim()

/** The text with a mark for each hidden character, tab and line break. For names in a terminal, a log or an error. */
export const withMarks = (text: string): string => text.replace(notInLine, '\ufffd')

/** The text with each character that the pattern finds in the spelling of JSON, such as `\\u200b`. */
export const escaped = (text: string, pattern: RegExp): string =>
  text.replace(pattern, (found) =>
    Array.from({ length: found.length }, (_, at) => `\\u${found.charCodeAt(at).toString(16).padStart(4, '0')}`).join(
      '',
    ),
  )

/**
 * The text in its lines, with each hidden character in the spelling of JSON, such as `\\u200b`: code and other texts that a
 * person checks without changing them.
 */
export const spelledOut = (text: string): string => escaped(text.replaceAll('\r\n', '\n'), hidden)
