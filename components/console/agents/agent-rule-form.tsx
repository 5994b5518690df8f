import './agents.css'
import { useEffect, useRef, useState } from 'react'
import * as z from 'zod'
import { useConsoleChange } from '#lib/console/client/use-console.ts'
import {
  type AgentSkillRow,
  type AskedPermission,
  capsWithout,
  isLeft,
} from '#lib/console/model/console-agent-skills.ts'
import { Tier } from '#runner/contract/manifest.ts'
import { permissions as descriptors } from '#runner/contract/operations/host-operations.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { CheckField, ConsoleForm, SelectField } from '../console-form.tsx'
import { useDone } from '../console-page.tsx'

interface AgentRuleFormProps {
  slug: string
  row: AgentSkillRow
  onClose: () => void
}

/** The limits that the form has fields for. A rule that was written in a terminal may have others, which stay. */
const limitFields = [
  ['timeout_ms', 'Time, milliseconds'],
  ['memory_mb', 'Memory, MB'],
  ['fuel', 'Fuel'],
] as const

/** As a form has it: the route checks it. */
type Change = { readonly skill: string; readonly rule: { readonly [field: string]: unknown } | null }

const keyOf = ({ permission, item }: AskedPermission): string => `${permission} ${item}`

/** The rule of an agent for one skill: whether it may use it, which release, and with how much less than the skill has. */
export function AgentRuleForm({ slug, row, onClose }: AgentRuleFormProps) {
  const { name, version, tier, permissions, rule, kept_version } = row
  const say = useDone()
  const change = useConsoleChange(z.object({ skill: z.string() }), (_: Change) => `/agents/${slug}/skills`)
  const first = useRef<HTMLInputElement>(null)
  useEffect(() => first.current?.focus(), [])
  const [isOn, setIsOn] = useState(rule?.enabled !== false)
  const [release, setRelease] = useState(rule?.release ?? '')
  const [lowered, setLowered] = useState<string>(rule?.tier ?? '')
  const [limits, setLimits] = useState<Readonly<Record<string, string>>>(() =>
    Object.fromEntries(limitFields.map(([field]) => [field, String(rule?.limits?.[field] ?? '')])),
  )
  const [refused, setRefused] = useState<ReadonlySet<string>>(
    () => new Set(permissions.filter((one) => !isLeft(rule?.permissions, one)).map(keyOf)),
  )
  const given = limitFields.flatMap(([field]) => {
    const text = limits[field]?.trim() ?? ''
    return text === '' ? [] : [[field, Number(text)] as const]
  })
  const others = Object.entries(rule?.limits ?? {}).filter(([field]) => !limitFields.some(([own]) => own === field))
  const isWrong = given.some(([, value]) => !Number.isSafeInteger(value) || value < 1)
  const undo = () => change.mutateAsync({ skill: name, rule })
  const close = (sentence: string) => {
    onClose()
    say({ sentence, undo })
  }
  const save = () => {
    const caps = capsWithout(permissions, (one) => refused.has(keyOf(one)))
    const kept = Tier.safeParse(lowered).data
    const all = [...others, ...given]
    change.mutate(
      {
        skill: name,
        rule: {
          ...(!isOn && { enabled: false }),
          ...(release !== '' && { release }),
          ...(kept && { tier: kept }),
          ...(all.length > 0 && { limits: Object.fromEntries(all) }),
          ...(caps && { permissions: caps }),
        },
      },
      { onSuccess: () => close(`The rule of ${slug} for ${name} is saved.`) },
    )
  }
  const onReset = () => close(`${slug} may use ${name} as its keys allow.`)
  const reset = () => change.mutate({ skill: name, rule: null }, { onSuccess: onReset })
  const lower = Tier.options.slice(Tier.options.indexOf(tier) + 1)
  return (
    <ConsoleForm
      label={`Rule for ${name}`}
      onSubmit={save}
      submit={['Save rule', 'Saving …']}
      isBusy={change.isPending}
      isOff={isWrong}
      error={change.error && new Error(Object.values(change.error.details)[0] ?? change.error.message)}
      failure="Nothing was saved."
      end={rule !== null && <Button onClick={reset}>Remove rule</Button>}
      onCancel={onClose}
      escapes
    >
      <CheckField ref={first} checked={isOn} onChange={(event) => setIsOn(event.target.checked)}>
        {slug} may use it
      </CheckField>
      <div className="console-fields">
        <SelectField
          label="Release"
          value={release}
          onChange={(event) => setRelease(event.target.value)}
          options={[
            ['', 'Follow updates'],
            ...(rule?.release === undefined ? [] : [[rule.release, `Keep ${kept_version}`] as const]),
            ...(kept_version === version ? [] : [[version, `Keep ${version}`] as const]),
          ]}
        />
        <SelectField
          label="Tier"
          value={lowered}
          onChange={(event) => setLowered(event.target.value)}
          options={[['', `Its own, ${tier}`], ...lower.map((one) => [one, `At most ${one}`] as const)]}
        />
        {limitFields.map(([field, label]) => (
          <TextField
            key={field}
            label={label}
            type="number"
            min={1}
            hint="Empty: as the skill has it."
            value={limits[field] ?? ''}
            onChange={(event) => setLimits({ ...limits, [field]: event.target.value })}
          />
        ))}
      </div>
      {permissions.length > 0 && (
        <fieldset className="agent-key-scope">
          <legend className="field-label">What it may do for {slug}</legend>
          {permissions.map((one) => {
            const key = keyOf(one)
            return (
              <CheckField
                key={key}
                checked={!refused.has(key)}
                onChange={({ target: { checked } }) => {
                  const next = new Set(refused)
                  if (checked) next.delete(key)
                  else next.add(key)
                  setRefused(next)
                }}
              >
                {descriptors[one.permission].verb.replaceAll('{item}', () => one.item)}
              </CheckField>
            )
          })}
        </fieldset>
      )}
      {isWrong && <Notice tone="stop">A limit is a whole number from 1, or empty.</Notice>}
    </ConsoleForm>
  )
}

interface AgentSecretsProps {
  slug: string
  row: AgentSkillRow
}

/** The secrets that a skill asks for, each with a field for the value that only this agent has. */
export function AgentSecrets({ slug, row }: AgentSecretsProps) {
  const names = row.permissions.flatMap(({ permission, item }) => (permission === 'secrets' ? [item] : []))
  return names.map((name) => <AgentSecret key={name} slug={slug} row={row} name={name} />)
}

const Stored = z.object({ name: z.string(), has_value: z.boolean() })
type Secret = { readonly skill: string; readonly name: string; readonly value: string | null }

function AgentSecret({ slug, row, name }: AgentSecretsProps & { name: string }) {
  const set = useConsoleChange(Stored, (_: Secret) => `/agents/${slug}/secrets`)
  const say = useDone()
  const [value, setValue] = useState('')
  const hasValue = row.own_values.includes(name)
  const send = (next: string | null, said: string) => {
    if (set.isPending) return
    const onSuccess = () => {
      setValue('')
      say(said)
    }
    set.mutate({ skill: row.name, name, value: next }, { onSuccess })
  }
  return (
    <ConsoleForm
      label={`${name} for ${slug}`}
      onSubmit={() => send(value, `${slug} has a value of its own of ${name}.`)}
      submit={hasValue ? ['Replace value', 'Replace value'] : ['Set value', 'Set value']}
      variant="plain"
      isBusy={set.isPending}
      end={hasValue && <Button onClick={() => send(null, `${slug} gets no ${name}.`)}>Remove value</Button>}
    >
      <TextField
        label={`Its own ${name}`}
        type="password"
        autoComplete="off"
        spellCheck={false}
        className="field-input mono"
        hint={stateOf(slug, name, hasValue, row.rule?.own_secrets)}
        error={set.error ? (set.error.details.value ?? set.error.message) : undefined}
        value={value}
        onChange={(event) => setValue(event.target.value)}
      />
    </ConsoleForm>
  )
}

function stateOf(slug: string, name: string, hasValue: boolean, own: readonly string[] = []): string {
  if (hasValue) return `Only ${slug} uses this value. It is never shown.`
  return own.includes(name)
    ? `${slug} gets no ${name}, until you set a value or remove the rule.`
    : `${slug} uses the value of the instance. A value that you set here is used by ${slug} alone.`
}
