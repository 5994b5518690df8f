import type { Language } from './rule.ts'

/** In characters: enough to recognize a language. */
const sampleLength = 20_000

/** Lines that occur almost only in source code of the language. */
const signs: readonly (readonly [RegExp, Language])[] = [
  [
    /^(?:import [a-z_][\w.]*(?:, *[a-z_][\w.]*)*(?: as \w+)?|from [a-z_.][\w.]* import [\w*(][\w, *()]*|[ \t]*(?:async )?def \w+\([^\n]{0,200}\)[^\n]{0,60}:)[ \t]*(?:[#;][^\n]*)?$/m,
    'python',
  ],
  [
    /^[ \t]*(?:const|let|var) [\w{}, ]{1,80} = (?:await )?(?:require|import)\(|^import [^\n]{1,120} from ["'][^"'\n]+["']|^[ \t]*(?:export )?(?:async )?function \w+\([^\n]{0,200}\) *\{|\brequire\(["'](?:node:)?(?:child_process|fs|https?|net|os|vm)["']\)/m,
    'javascript',
  ],
  [
    /^[ \t]*(?:(?:curl|wget) +(?:-|["']?https?:)|sudo \w|chmod [+0-7]|export [A-Z_]+=|eval ["'$]|(?:ba|z)?sh -c |rm -[rf]|(?:apt(?:-get)?|brew|pip3?) install |[A-Za-z_]\w*=\$\(|if \[)/m,
    'shell',
  ],
]

/** The language of source code in a file whose name says nothing about it. `undefined`: it does not look like code. */
export function guessLanguage(text: string): Language | undefined {
  const sample = text.slice(0, sampleLength)
  return signs.find(([sign]) => sign.test(sample))?.[1]
}
