import { expect, it } from 'vitest'
import { exceededTools } from './exceeded-tools.ts'

const found = (tools: string, files: Record<string, string>) =>
  exceededTools(
    new Map(
      Object.entries({ 'SKILL.md': `---\nname: x\ndescription: d\n${tools}\n---\n# x\n`, ...files }).map(
        ([file, text]) => [file, Buffer.from(text)],
      ),
    ),
  ).map(({ use, file, line }) => `${use} ${file}:${line}`)

const code = {
  'a.py': '# requests.get\nimport requests\nrequests.post("https://a.example.com")\nopen("x", "w")\n',
  'b.js': 'const { execSync } = require("child_process")\n',
}

it('reports each kind of operation that the allowed tools do not cover, with file and line', () => {
  expect(found('allowed-tools: Read', code)).toEqual([
    'tools-network a.py:3',
    'tools-write a.py:4',
    'tools-process b.js:1',
  ])
  expect(found('allowed-tools: [Read, WebFetch]', code)).toEqual(['tools-write a.py:4', 'tools-process b.js:1'])
  expect(found('permissions:\n  - read\n  - write\n  - network', code)).toEqual(['tools-process b.js:1'])
  expect(found('allowed-tools: "Grep, Glob"', { 'c.sh': 'x=1\ncurl https://a.example.com >out\n' })).toEqual([
    'tools-network c.sh:2',
    'tools-write c.sh:2',
  ])
})

it('shows the first line of each kind, in the first file that has one', () => {
  const files = { 'a.py': 'x = 1\n  requests.get(x)\n', 'b.py': 'requests.post(x)\n', 'c.zip': 'PK\u0003\u0004' }
  const skill = '---\nname: x\nallowed-tools: Read\n---\n'
  const all = new Map(Object.entries({ 'SKILL.md': skill, ...files }).map(([file, text]) => [file, Buffer.from(text)]))
  expect(exceededTools(all)).toEqual([{ use: 'tools-network', file: 'a.py', line: 2, text: '  requests.get(x)' }])
})

it('reports nothing if the list allows a shell, an unknown tool or everything, or if there is no list', () => {
  for (const tools of [
    'allowed-tools: Bash(git:*), Read',
    'allowed-tools: Python',
    'allowed-tools: "*"',
    'license: MIT',
  ])
    expect([tools, found(tools, code)]).toEqual([tools, []])
  expect(found('allowed-tools: Read', { ...code, 'skill.yaml': 'name: x' })).toEqual([])
})

it.each(['\n', '\r', ' '])('reads a run of %j once', (blank) => {
  expect(found('allowed-tools: Read', { 'a.sh': `${blank.repeat(1024 * 1024)}curl https://a.example.com` })).toEqual([])
  expect(found('allowed-tools: Read', { 'a.sh': `${blank.repeat(10)}\n\tcurl https://a.example.com` })).toHaveLength(1)
})

it('reports nothing for code that only reads', () => {
  const reads = 'import json\nprint(json.load(open("a.json")))\nre.compile("exec")\npattern.exec(text)\n'
  expect(found('allowed-tools: Read', { 'a.py': reads, 'README.md': 'curl https://a.example.com' })).toEqual([])
})
