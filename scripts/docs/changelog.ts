/** The areas of commits, by those whom they serve. Areas that are not listed change nothing for the users of an instance. */
const readers: Readonly<Record<string, readonly string[]>> = {
  Travelers: [
    'account',
    'alerts',
    'calendar',
    'dates',
    'flights',
    'home',
    'hotels',
    'languages',
    'offline',
    'pages',
    'places',
    'profile',
    'results',
    'saved searches',
    'saved-searches',
    'search',
    'shell',
    'travel',
    'trips',
    'ui',
  ],
  Agents: ['agents', 'confirm', 'executions', 'http', 'mcp', 'openapi', 'profiles', 'python', 'tools'],
  Operators: [
    'app',
    'audit',
    'auth',
    'cli',
    'console',
    'db',
    'env',
    'messages',
    'providers',
    'registry',
    'sources',
    'vault',
  ],
  'Skills and their sandbox': [
    'container',
    'contract',
    'egress',
    'exec',
    'files',
    'flight-search',
    'gates',
    'journal',
    'kv',
    'llm',
    'manifest',
    'quickjs',
    'redact',
    'runner',
    'runtimes',
    'sdk',
    'skills',
    'wasm',
  ],
}
/** What adds something. Repairs before a first release are no news. */
const news = /^(accept|add|ask|compare|find|install|mail|offer|open|read|run|save|search|sell|send|show|support|write) /

/** The changelog from the subjects of commits (`area: imperative`), the oldest first. */
export function changelogOf(version: string, subjects: readonly string[]): string {
  const parts = subjects.map((subject) => /^([\w -]+): (.+)$/.exec(subject)?.slice(1) ?? [])
  const sections = Object.entries(readers).map(([reader, areas]) => {
    const lines = areas.flatMap((area) =>
      parts.filter(([of, what = '']) => of === area && news.test(what)).map(([, what]) => `- ${area}: ${what}`),
    )
    return `### ${reader}\n\n${lines.join('\n')}`
  })
  return [
    '# Changelog',
    '',
    'Written by `npm run docs -- --changelog` from the subjects of the commits, by those whom they serve.',
    '',
    `## ${version}`,
    '',
    sections.join('\n\n'),
    '',
  ].join('\n')
}
