/**
 * Well-known places of skills, as plain data: without an entry, everything else works the same.
 * `name` stands for `source` in the text of a source. `site`: a site whose addresses are `owner/repo[/skill]` on GitHub.
 */
export type Preset = { readonly name: string } & ({ readonly source: string } | { readonly site: string })

export const presets: readonly Preset[] = [
  { name: 'awesome-claude-skills', source: 'github:ComposioHQ/awesome-claude-skills' },
  { name: 'skills.sh', site: 'https://skills.sh/' },
  { name: 'skills.sh', site: 'https://www.skills.sh/' },
]
