import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import subsetFont from 'subset-font'
import * as z from 'zod'
import { main, root } from './steps.ts'

const archivo = 'node_modules/@fontsource-variable/archivo'
const jetBrainsMono = 'node_modules/@fontsource-variable/jetbrains-mono'

/**
 * The weights and widths (in percent) that the style sheets use. The font with all weights and widths is twice as
 * large.
 */
export const fontAxes = { wght: { min: 420, max: 700 }, wdth: { min: 75, max: 100 } } as const

/** Writes the part of the Latin font that pages use. Every first visit loads this file. */
async function writeTextFont(): Promise<void> {
  const source = readFileSync(join(root, archivo, 'files/archivo-latin-wdth-normal.woff2'))
  const options = { targetFormat: 'woff2', variationAxes: fontAxes } as const
  write('archivo-latin.woff2', await subsetFont(source, latinCharacters(archivo), options))
}

/**
 * Writes the Latin font of code and ids without its ligatures. Ids have to show each character as it is, and the
 * ligatures are half of the file.
 */
async function writeCodeFont(): Promise<void> {
  const source = readFileSync(join(root, jetBrainsMono, 'files/jetbrains-mono-latin-wght-normal.woff2'))
  // A constant, because the package's types lack `keepFeatures`.
  const options = { targetFormat: 'woff2', variationAxes: { wght: fontAxes.wght }, keepFeatures: [] } as const
  write('jetbrains-mono-latin.woff2', await subsetFont(source, latinCharacters(jetBrainsMono), options))
}

function latinCharacters(family: string): string {
  const { latin } = z
    .object({ latin: z.string() })
    .parse(JSON.parse(readFileSync(join(root, family, 'unicode.json'), 'utf8')))
  return charactersOf(latin)
}

/** The characters that `lib/travel/server/share/card-words.ts` leaves in the texts of share cards. */
const cardCharacters = charactersOf('U+0020-007E,U+00A0-00FF,U+2013,U+2019')

/** The weights of share cards. Their renderer reads no variable fonts, so each weight is a file. */
const cardWeights = { regular: 420, strong: 620 } as const

async function writeCardFonts(): Promise<void> {
  const source = readFileSync(join(root, archivo, 'files/archivo-latin-wdth-normal.woff2'))
  for (const [name, wght] of Object.entries(cardWeights)) {
    const font = await subsetFont(source, cardCharacters, {
      targetFormat: 'truetype',
      variationAxes: { wght, wdth: 96 },
    })
    write(`archivo-card-${name}.ttf`, font)
  }
}

function write(name: string, font: Uint8Array): void {
  const product = join(root, 'app/fonts/generated', name)
  mkdirSync(dirname(product), { recursive: true })
  writeFileSync(product, font)
}

/** The characters of ranges as CSS writes them: `U+0000-00FF,U+0131`. */
function charactersOf(ranges: string): string {
  return ranges
    .split(',')
    .flatMap((range) => {
      const [from = Number.NaN, to = from] = range
        .replace('U+', '')
        .split('-')
        .map((code) => Number.parseInt(code, 16))
      return Array.from({ length: to - from + 1 }, (_, index) => String.fromCodePoint(from + index))
    })
    .join('')
}

if (import.meta.main) {
  await main(async () => {
    await writeTextFont()
    await writeCodeFont()
    await writeCardFonts()
    return 0
  })
}
