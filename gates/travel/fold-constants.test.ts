// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the strings are source code
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { constantsIn, foldedTexts, unknown } from './fold-constants.ts'

const textsIn = (language: 'python' | 'javascript', source: string) =>
  foldedTexts(language, source, constantsIn(language, source, new Map())).map(({ text }) => text)

it.each([
  ['javascript', 'fetch("https://a.io" + "/x")'],
  ['javascript', 'const host = "a.io"\nfetch(`https://${host}/x`)'],
  ['javascript', 'const a = "a", b = a + ".io"\nfetch("https://" + b + "/x")'],
  ['javascript', 'fetch("https://" + ["a", "io"].join(".") + "/x")'],
  ['javascript', 'fetch("https://".concat("a.io", "/x"))'],
  ['javascript', 'fetch(atob("aHR0cHM6Ly9hLmlvL3g="))'],
  ['javascript', 'fetch("\\x68ttps://a.io/x")'],
  ['javascript', 'fetch("x/oi.a//:sptth".split("").reverse().join(""))'],
  ['javascript', 'fetch("hQQtps://a.io/x".replace("QQ", "t"))'],
  ['javascript', 'fetch(String.fromCharCode(104, 116) + "tps://a.io/x")'],
  ['javascript', 'const parts = ["a", "io"]\nfetch("https://" + parts.join(".") + "/x")'],
  ['javascript', 'const hosts = ["b.io", "a.io"]\nfetch(`https://${hosts[1]}/x`)'],
  ['javascript', 'const config = { api: { host: "a.io" } }\nfetch("https://" + config.api.host + "/x")'],
  ['javascript', 'const config = { "host": "a.io" }\nfetch("https://" + config["host"] + "/x")'],
  ['javascript', 'this.host = "a.io"\nfetch("https://" + this.host + "/x")'],
  ['javascript', 'fetch("__https://a.io/x".slice(2))'],
  ['javascript', 'fetch("https://" + "b.a.io".substring(2, 6) + "/x")'],
  ['python', 'PARTS = ["a", "io"]\nget("https://" + ".".join(PARTS) + "/x")'],
  ['python', 'HOSTS = ("b.io", "a.io")\nget(f"https://{HOSTS[1]}/x")'],
  ['python', 'CONFIG = {"host": "a.io"}\nget("https://" + CONFIG["host"] + "/x")'],
  ['python', 'self.host = "a.io"\nget("https://" + self.host + "/x")'],
  ['python', 'get("https://" + "--a.io"[2:] + "/x")'],
  ['python', 'get("https://" + "--a.io--"[2:-2] + "/x")'],
  ['python', 'get("https://a.io" + "/x")'],
  ['python', 'HOST = "a.io"\nget(f"https://{HOST}/x")'],
  ['python', 'get("https://" ".".join(["a", "io"]) "/x")'.replaceAll('" ".', '" + ".').replace(') "/x"', ') + "/x"')],
  ['python', 'get("https://{}/x".format("a.io"))'],
  ['python', 'get("https://a" ".io/x")'],
  ['python', 'get("x/oi.a//:sptth"[::-1])'],
  ['python', 'get("".join(reversed("x/oi.a//:sptth")))'],
  ['python', 'get(bytes.fromhex("68747470733a2f2f612e696f2f78").decode())'],
  ['python', 'get(chr(104) + "ttps://a.io/x")'],
  ['python', 'import base64\nget(base64.b64decode("aHR0cHM6Ly9hLmlvL3g=").decode())'],
] as const)('joins constants in %s: %s', (language, source) => {
  expect(textsIn(language, source)).toContain('https://a.io/x')
})

it('marks values known only at run time, and keeps the constants around them', () => {
  expect(textsIn('javascript', 'const f = (id) => fetch(`https://a.io/${id}?x`)')).toContain(
    `https://a.io/${unknown}?x`,
  )
  expect(textsIn('python', 'def f(host): get("https://" + host)')).toContain(`https://${unknown}`)
})

it.each<['javascript' | 'python', string, string]>([
  ['python', '"a%sb%d" % x', `a${unknown}b${unknown}`],
  ['python', '"a" * 3', unknown],
  ['python', '"abc"[1:]', 'bc'],
  ['python', '"abc"[:-1]', 'ab'],
  ['python', '"abc"[::-1]', 'cba'],
  ['python', '"abc"[2::-1]', unknown],
  ['python', '"abc"[:1:-1]', unknown],
  ['python', '"abc"[x:]', unknown],
  ['python', '"abc"[:x]', unknown],
  ['python', '("a" + x)[1:]', unknown],
  ['python', 'chr(97)', 'a'],
  ['python', 'chr(0)', unknown],
  ['python', 'chr(55295)', '\ud7ff'],
  ['python', 'chr(55296)', unknown],
  ['python', '"".join("ab")', 'ab'],
  ['python', '"-".join(["a", "b"])', 'a-b'],
  ['python', '"-".join("ab")', unknown],
  ['python', '"aba".replace("a", "c")', 'cbc'],
  ['python', '"{1}{0}".format("a", "b")', 'ba'],
  ['python', '"{}{}".format("a", "b")', 'ab'],
  ['python', 'b64decode(x)', unknown],
  ['python', 'bytes.fromhex(x)', unknown],
  ['python', 'bytes.fromhex("61 62")', 'ab'],
  ['javascript', '("a" + "b")', 'ab'],
  ['javascript', '("a" - 1)', unknown],
  ['javascript', '["a", "b"].join()', 'a,b'],
  ['javascript', '["a", "b"].join("")', 'ab'],
  ['javascript', '["a", "b"].join(x)', `a${unknown}b`],
  ['javascript', '["a", x].join("-")', `a-${unknown}`],
  ['javascript', '"aba".replace("a", "c")', 'cba'],
  ['javascript', '"aba".replaceAll("a", "c")', 'cbc'],
  ['javascript', '"ab".replace("", "c")', unknown],
  ['javascript', '"ab".replace("a", x)', unknown],
  ['javascript', '"ab".replace("a")', unknown],
  ['javascript', '"abcd".slice(-2)', 'cd'],
  ['javascript', '"abcd".substring(-2)', 'abcd'],
  ['javascript', '"abcd".slice(1, 3)', 'bc'],
  ['javascript', '"abcd".slice(x)', unknown],
  ['javascript', '"abcd".slice(0, x)', unknown],
  ['javascript', '"ab".split("")', 'ab'],
  ['javascript', '"a,b".split(",")', unknown],
  ['javascript', '"ab".trim()', 'ab'],
  ['javascript', '"ab".unheard()', unknown],
  ['javascript', '"ab".concat("c", "d")', 'abcd'],
  ['javascript', 'atob(x)', unknown],
  ['javascript', String.raw`"\x61\u0062\u{63}\n\t\q"`, 'abc\n\tq'],
])('folds %s: %s', (language, expression, value) => {
  expect(textsIn(language, `f("<" + ${expression} + ">")`)).toContain(`<${value}>`)
})

it('folds no text above 16 K characters', () => {
  const half = `"${'x'.repeat(8192)}"`
  expect(textsIn('javascript', `f(${half} + ${half})`)).toEqual(['x'.repeat(16_384)])
  expect(textsIn('javascript', `f(${half} + ${half} + "x")`)).toEqual([])
})

it('treats a slice with a step, or of a text with an unknown part, as unknown', () => {
  expect(textsIn('python', 'get("https://" + "a..i"[::2])')).toContain(`https://${unknown}`)
  expect(textsIn('javascript', 'const f = (id) => fetch("https://" + `${id}.io`.slice(1))')).toContain(
    `https://${unknown}`,
  )
})

it('treats a name that is assigned again as unknown', () => {
  expect(textsIn('javascript', 'let host = "a.io"\nhost = "b.io"\nfetch(`https://${host}/`)')).toContain(
    `https://${unknown}/`,
  )
})

it('treats a name with two values as unknown', () => {
  const source = 'let host = "a.io"\n{ let host = "b.io"\nfetch(`https://${host}/`) }'
  expect(textsIn('javascript', source)).toContain(`https://${unknown}/`)
})

it('treats docstrings as comments', () => {
  expect(textsIn('python', '"""See https://a.io"""\ndef f():\n    """https://b.io"""\n')).toEqual([])
})

describe('constant folding', () => {
  const piece = fc.stringMatching(/^[a-z0-9./:-]{0,8}$/)
  it('restores a text from any split into constants, in both languages', () => {
    fc.assert(
      fc.property(fc.array(piece, { minLength: 2, maxLength: 6 }), (pieces) => {
        const whole = pieces.join('')
        fc.pre(whole !== '')
        const sum = pieces.map((one) => JSON.stringify(one)).join(' + ')
        expect(textsIn('javascript', `f(${sum})`)).toEqual([whole])
        expect(textsIn('python', `f(${sum})`)).toEqual([whole])
        const named = pieces.map((one, index) => `const v${index} = ${JSON.stringify(one)}\n`).join('')
        const template = pieces.map((_, index) => `\${v${index}}`).join('')
        expect(textsIn('javascript', `${named}f(\`${template}\`)`)).toContain(whole)
      }),
      { numRuns: 50 },
    )
  })
  it('never throws, whatever the source', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 200 }), (source) => {
        textsIn('javascript', source)
        textsIn('python', source)
      }),
      { numRuns: 200 },
    )
  })
})
