import * as z from 'zod'
import { partAt } from '../../core/parts-of.ts'
import { explainIssue } from '../explain-issue.ts'
import type { Path } from './dialect.ts'
import type { Draft } from './draft.ts'
import type { YamlText } from './parse-yaml.ts'

/** The keys of `metadata.amber`. The checks of the manifest validate the values further. */
const Amber = z.strictObject({
  capabilities: z.array(z.enum(['read', 'act'])).min(1),
  confirmation_required: z.boolean().optional(),
  confirmation_prompt: z.string().optional(),
  timeout_ms: z.number().optional(),
  permissions: z
    .strictObject({
      local_binaries: z.array(z.string()).max(64).default([]),
      telegram: z.boolean().default(false),
      openclaw_action: z.boolean().default(false),
      network: z.boolean().default(false),
    })
    .prefault({}),
  function_schema: z.strictObject({
    name: z.string(),
    description: z.string().optional(),
    parameters: z.record(z.string(), z.unknown()),
  }),
})

/** Reads the voice agent's metadata at path `from`. */
export function readAmber(value: unknown, from: Path, draft: Draft, yaml: Pick<YamlText, 'source'>): void {
  const parsed = Amber.safeParse(value)
  if (!parsed.success) {
    const facts = {
      schema: z.toJSONSchema(Amber, { io: 'input' }),
      folderName: '',
      valueAt: (path: Path) => partAt(value, path),
      sourceAt: (path: Path) => yaml.source([...from, ...path]),
    }
    for (const { path, at, message, remedy } of parsed.error.issues.flatMap((issue) => explainIssue(issue, facts))) {
      draft.refuse([...from, ...path], message, remedy, at)
    }
    return
  }
  const { capabilities, confirmation_required, confirmation_prompt, timeout_ms, permissions } = parsed.data
  const acts = capabilities.includes('act')
  draft.set(['effects'], capabilities, [...from, 'capabilities'])
  if (confirmation_required === undefined) draft.assume(['confirmation', 'required'], acts)
  else draft.set(['confirmation', 'required'], confirmation_required, [...from, 'confirmation_required'])
  if (confirmation_prompt !== undefined) {
    draft.set(['confirmation', 'prompt'], confirmation_prompt, [...from, 'confirmation_prompt'])
  }
  if (timeout_ms !== undefined) draft.set(['limits', 'timeout_ms'], timeout_ms, [...from, 'timeout_ms'])
  readPermissions(permissions, [...from, 'permissions'], draft)
  const { name, description, parameters } = parsed.data.function_schema
  const described = description === undefined ? parameters : { description, ...parameters }
  draft.set(['input_schema', name], described, [...from, 'function_schema', 'parameters'])
}

function readPermissions(
  { local_binaries, telegram, openclaw_action, network }: z.infer<typeof Amber>['permissions'],
  from: Path,
  draft: Draft,
): void {
  for (const [index, binary] of local_binaries.entries()) {
    draft.add(['permissions', 'exec'], binary, [...from, 'local_binaries', index])
    draft.needs('full', binary, [...from, 'local_binaries', index])
  }
  if (telegram) {
    draft.set(['permissions', 'messages'], true, [...from, 'telegram'])
    draft.needs('full', 'a message to the operator', [...from, 'telegram'])
  }
  if (openclaw_action) {
    draft.set(['permissions', 'gateway'], true, [...from, 'openclaw_action'])
    draft.needs('full', 'openclaw_action', [...from, 'openclaw_action'])
  }
  if (network) {
    const remedy = 'add a skill.yaml with permissions: { network: { egress: [api.example.com] } }'
    draft.note([...from, 'network'], 'grants no host, because it names none', remedy)
    draft.needs('network', 'network', [...from, 'network'])
  }
}
