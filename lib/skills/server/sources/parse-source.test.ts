import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyCharacter } from '#runner/testing/any-character.ts'
import { parseSource, sourceText } from './parse-source.ts'

const git = (url: string, path = '', ref?: string, name?: string) => ({ kind: 'git', url, path, ref, name })
const repo = 'https://github.com/acme/tools.git'

describe('the text of a source', () => {
  it.each([
    ['./skills/hello', { kind: 'folder', path: './skills/hello' }, './skills/hello'],
    ['../hello/', { kind: 'folder', path: '../hello' }, '../hello'],
    ['/', { kind: 'folder', path: '/' }, '/'],
    ['C:\\skills\\', { kind: 'folder', path: 'C:\\skills' }, 'C:\\skills'],
    ['acme/tools', git(repo), 'github:acme/tools'],
    [' github:acme/tools.git ', git(repo), 'github:acme/tools'],
    ['acme/tools/skills/pdf@v1.2', git(repo, 'skills/pdf', 'v1.2'), 'github:acme/tools/skills/pdf@v1.2'],
    ['acme/tools@pdf@1.2.3#pdf', git(repo, '', 'pdf@1.2.3', 'pdf'), 'github:acme/tools@pdf@1.2.3#pdf'],
    ['acme/tools@feature/x', git(repo, '', 'feature/x'), 'github:acme/tools@feature/x'],
    ['acme/tools/%40scope/a%23b', git(repo, '@scope/a#b'), 'github:acme/tools/%40scope/a%23b'],
    ['acme/tools/a  b\u3000c', git(repo, 'a  b\u3000c'), 'github:acme/tools/a%20%20b%E3%80%80c'],
    ['https://github.com/acme/tools', git(repo), 'github:acme/tools'],
    ['https://github.com/acme/tools#pdf', git(repo, '', undefined, 'pdf'), 'github:acme/tools#pdf'],
    ['HTTPS://GitHub.com/acme/tools/#pdf', git(repo, '', undefined, 'pdf'), 'github:acme/tools#pdf'],
    [
      'https://www.github.com/acme/tools?tab=x#my%2Dpdf',
      git(repo, '', undefined, 'my-pdf'),
      'github:acme/tools#my-pdf',
    ],
    [
      'https://github.com/acme/tools/tree/feature%2Fx/a%20b/%40c#pdf',
      git(repo, 'a b/@c', 'feature/x', 'pdf'),
      'github:acme/tools/a%20b/%40c@feature/x#pdf',
    ],
    ['acme/tools/skills@v1#my%2Dpdf', git(repo, 'skills', 'v1', 'my-pdf'), 'github:acme/tools/skills@v1#my-pdf'],
    ['https://github.com/acme/tools/tree/main/a/b', git(repo, 'a/b', 'main'), 'github:acme/tools/a/b@main'],
    ['https://GitHub.com/acme/tools.git#a@v1', git(repo, 'a', 'v1'), 'github:acme/tools/a@v1'],
    ['https://git.example.com/x.git', git('https://git.example.com/x.git'), 'https://git.example.com/x.git'],
    [
      'https://git.example.com:8443/a/x.git#skills/pdf@main',
      git('https://git.example.com:8443/a/x.git', 'skills/pdf', 'main'),
      'https://git.example.com:8443/a/x.git#skills/pdf@main',
    ],
    [
      'https://git.example.com/x.git@main',
      git('https://git.example.com/x.git', '', 'main'),
      'https://git.example.com/x.git@main',
    ],
    [
      'https://a.example.com/x.tgz',
      { kind: 'archive', url: 'https://a.example.com/x.tgz', name: undefined },
      'https://a.example.com/x.tgz',
    ],
    [
      'https://github.com/acme/tools/archive/main.zip',
      { kind: 'archive', url: 'https://github.com/acme/tools/archive/main.zip', name: undefined },
      'https://github.com/acme/tools/archive/main.zip',
    ],
    [
      'https://a.example.com/x.zip#pdf',
      { kind: 'archive', url: 'https://a.example.com/x.zip', name: 'pdf' },
      'https://a.example.com/x.zip#pdf',
    ],
    [
      'well-known:Example.com',
      { kind: 'well-known', origin: 'https://example.com', name: undefined },
      'well-known:example.com',
    ],
    [
      'well-known:example.com:8443/pdf',
      { kind: 'well-known', origin: 'https://example.com:8443', name: 'pdf' },
      'well-known:example.com:8443/pdf',
    ],
    [
      'registry:https://r.example.com/',
      { kind: 'registry', url: 'https://r.example.com/index.json', name: undefined, range: undefined },
      'registry:https://r.example.com/index.json',
    ],
    [
      'registry:https://r.example.com/i.json#pdf@^1.2',
      { kind: 'registry', url: 'https://r.example.com/i.json', name: 'pdf', range: '^1.2' },
      'registry:https://r.example.com/i.json#pdf@^1.2',
    ],
    [
      'registry:/srv/my skills#pdf@^1',
      { kind: 'registry', url: 'file:///srv/my%20skills/index.json', name: 'pdf', range: '^1' },
      'registry:file:///srv/my%20skills/index.json#pdf@^1',
    ],
    [
      'registry:/srv/x/../my skills/index.json#pdf@^1',
      { kind: 'registry', url: 'file:///srv/my%20skills/index.json', name: 'pdf', range: '^1' },
      'registry:file:///srv/my%20skills/index.json#pdf@^1',
    ],
    [
      'awesome-claude-skills',
      git('https://github.com/ComposioHQ/awesome-claude-skills.git'),
      'github:ComposioHQ/awesome-claude-skills',
    ],
    [
      'awesome-claude-skills#invoice-organizer',
      git('https://github.com/ComposioHQ/awesome-claude-skills.git', '', undefined, 'invoice-organizer'),
      'github:ComposioHQ/awesome-claude-skills#invoice-organizer',
    ],
    ['https://skills.sh/acme/tools/pdf', git(repo, '', undefined, 'pdf'), 'github:acme/tools#pdf'],
  ])('names one source, with one canonical text: %s', (text, spec, canonical) => {
    expect(parseSource(text)).toEqual({ ok: true, spec, text: canonical })
  })

  it.each([
    ['', 'empty'],
    ['   ', 'empty'],
    [`acme/${'x'.repeat(3_000)}`, 'too_long'],
    ['acme/tools\u200b', 'control_character'],
    ['acme/to\u0000ols', 'control_character'],
    ['https://github.com/acme/tools/tree/main/a%00b', 'control_character'],
    ['pdf', 'unknown_form'],
    ['npm:pdf', 'unknown_form'],
    ['https://example.com/skills', 'unknown_form'],
    ['https://github.com/acme/tools/issues/1', 'unknown_form'],
    ['https://github.com/acme/tools#', 'name'],
    ['https://github.com/acme/tools#a/b', 'name'],
    ['https://github.com/acme/tools#%2e%2e', 'name'],
    ['https://github.com/acme/tools#%zz', 'path'],
    ['https://github.com/acme/tools/tree/%2e%2e%2f/x', 'ref'],
    ['http://example.com/x.zip', 'not_https'],
    ['git@github.com:acme/tools.git', 'not_https'],
    ['ssh://git@github.com/acme/tools.git', 'not_https'],
    ['git://github.com/acme/tools.git', 'not_https'],
    ['file:///etc/passwd', 'not_https'],
    ['registry:http://r.example.com/i.json', 'not_https'],
    ['registry:./skills#pdf', 'not_https'],
    ['registry:file://host/skills#pdf', 'path'],
    ['registry:file:///skills%2Fpdf', 'path'],
    ['registry:file:///skills/?pdf', 'path'],
    ['registry:file:///skills%00', 'control_character'],
    ['https://user:secret@example.com/x.zip', 'credentials'],
    ['https://token@example.com/x.git', 'credentials'],
    ['https://token.git@example.com/x.git', 'credentials'],
    ['well-known:user@example.com', 'credentials'],
    ['https://10.0.0.1/x.zip', 'host'],
    ['https://0x7f000001/x.zip', 'host'],
    ['https://[::1]/x.zip', 'host'],
    ['https://localhost/x.git', 'host'],
    ['well-known:localhost', 'host'],
    ['well-known:', 'host'],
    ['acme/..', 'path'],
    ['acme/tools/../../x', 'path'],
    ['acme/tools/a//b', 'path'],
    ['acme/tools/a\\b', 'path'],
    ['https://git.example.com/x.git#../up', 'path'],
    ['https://example.com/x.zip#../x', 'name'],
    ['https://example.com/x.zip#', 'name'],
    ['well-known:example.com/a/b', 'path'],
    ['acme/tools@', 'ref'],
    ['acme/tools@--upload-pack=touch', 'ref'],
    ['acme/tools@a..b', 'ref'],
    ['acme/tools@main.lock', 'ref'],
    ['acme/tools@a:b', 'ref'],
    ['acme/tools#', 'name'],
    ['acme/tools#../x', 'name'],
    ['registry:https://r.example.com/i.json#', 'name'],
    ['registry:https://r.example.com/i.json#pdf@', 'range'],
    ['registry:https://r.example.com/i.json#pdf@newest', 'range'],
  ])('is refused with a reason: %s', (text, reason) => {
    expect(parseSource(text)).toEqual({ ok: false, reason })
  })

  it('knows no preset that was removed', () => {
    expect(parseSource('awesome-claude-skills', [])).toEqual({ ok: false, reason: 'unknown_form' })
    expect(parseSource('https://skills.sh/acme/tools', [])).toEqual({ ok: false, reason: 'unknown_form' })
  })

  it('has a canonical form that parses to the same source', () => {
    const word = fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9._-]{0,8}$/)
    const path = fc.array(fc.oneof(word, fc.string({ minLength: 1, maxLength: 6 })), { maxLength: 3 })
    const near = fc
      .tuple(
        fc.constantFrom(
          '',
          'github:',
          'https://github.com/',
          'https://git.example.com/',
          'well-known:',
          'registry:https://',
          'registry:/',
          'registry:file:///',
        ),
        word,
        path.map((parts) => parts.map((part) => `/${part}`).join('')),
        fc.constantFrom('', '.git', '.zip', '.tar.gz', '.json'),
        fc.constantFrom('', '@main', '#pdf', '#pdf@^1.0.0', '@v1#pdf', '/tree/main/a%25b'),
      )
      .map((parts) => parts.join(''))
    fc.assert(
      fc.property(
        fc.oneof(
          near,
          fc.string({ unit: anyCharacter }),
          fc.string().map((rest) => `./${rest}`),
        ),
        (text) => {
          const parsed = parseSource(text)
          if (!parsed.ok) return
          expect(parseSource(parsed.text)).toEqual(parsed)
          expect(sourceText(parsed.spec)).toBe(parsed.text)
        },
      ),
      { numRuns: 2_000 },
    )
  })
})
