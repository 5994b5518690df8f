import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { NewProfile, ProfileLimits } from '../../model/profile-schema.ts'
import { ProfileTemplate } from '../../model/profile-template.ts'

/** The templates of this installation, by name. Read from the project folder, because Next bundles only code. */
export function loadProfileTemplates(projectRoot: string): readonly ProfileTemplate[] {
  const folder = join(projectRoot, 'lib/agents/server/profiles/templates')
  return readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .sort()
    .map((file) => {
      const template = ProfileTemplate.parse(JSON.parse(readFileSync(join(folder, file), 'utf8')))
      if (`${template.name}.json` !== file) throw new Error(`The template in ${file} is named ${template.name}`)
      return template
    })
}

/** What an agent asks for, or an operator, who may also set limits. */
export type ProfileRequest = NewProfile & { readonly limits?: ProfileLimits }

/** Combines what a template and a request ask for. A limit and a description of a key in the request take precedence. */
export function withTemplate(wanted: ProfileRequest, template: ProfileTemplate | undefined) {
  const keys = new Map((template?.keys ?? []).map((key) => [key.name, key]))
  for (const key of wanted.keys) keys.set(key.name, key.description === '' ? (keys.get(key.name) ?? key) : key)
  return {
    description: wanted.description ?? template?.description ?? '',
    keys: [...keys.values()],
    hosts: [...new Set([...(template?.hosts ?? []), ...wanted.hosts])],
    limits: { ...template?.limits, ...wanted.limits },
  }
}
