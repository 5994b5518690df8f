import { useEffect, useRef, useState } from 'react'
import { useChangeAgentSkill } from '#lib/console/client/use-agent-skills.ts'
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
import type { DoneNote } from '../console-page.tsx'

interface AgentRuleFormProps {
  slug: string
  row: AgentSkillRow
  /** `said`: what was done. */
  onClose: (said?: DoneNote) => void
}

/** The limits that the form has fields for. A rule that was written in a terminal may have others, which stay. */
const limitFields = [
  ['timeout_ms', 'Time, milliseconds'],
  ['memory_mb', 'Memory, MB'],
  ['fuel', 'Fuel'],
] as const

const keyOf = ({ permission, item }: AskedPermission): string => `${permission} ${item}`

/** The rule of an agent for one skill: whether it may use it, which release, and with how much less than the skill has. */
export function AgentRuleForm({ slug, row, onClose }: AgentRuleFormProps) {
  const { name, version, tier, permissions, rule, kept_version } = row
  const change = useChangeAgentSkill(slug)
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
  const save = () => {
    if (change.isPending || isWrong) return
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
      { onSuccess: () => onClose({ sentence: `The rule of ${slug} for ${name} is saved.`, undo }) },
    )
  }
  const reset = () =>
    change.mutate(
      { skill: name, rule: null },
      { onSuccess: () => onClose({ sentence: `${slug} may use ${name} as its keys allow.`, undo }) },
    )
  const lower = Tier.options.slice(Tier.options.indexOf(tier) + 1)
  return (
    <form
      className="console-form"
      aria-label={`Rule for ${name}`}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose()
      }}
    >
      <label className="check">
        <input ref={first} type="checkbox" checked={isOn} onChange={(event) => setIsOn(event.target.checked)} />
        <span>{slug} may use it</span>
      </label>
      <div className="console-fields">
        <label className="field">
          <span className="field-label">Release</span>
          <select className="field-input" value={release} onChange={(event) => setRelease(event.target.value)}>
            <option value="">Follow updates</option>
            {rule?.release !== undefined && <option value={rule.release}>Keep {kept_version}</option>}
            {kept_version !== version && <option value={version}>Keep {version}</option>}
          </select>
        </label>
        <label className="field">
          <span className="field-label">Tier</span>
          <select className="field-input" value={lowered} onChange={(event) => setLowered(event.target.value)}>
            <option value="">Its own, {tier}</option>
            {lower.map((one) => (
              <option key={one} value={one}>
                At most {one}
              </option>
            ))}
          </select>
        </label>
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
              <label key={key} className="check">
                <input
                  type="checkbox"
                  checked={!refused.has(key)}
                  onChange={({ target: { checked } }) => {
                    const next = new Set(refused)
                    if (checked) next.delete(key)
                    else next.add(key)
                    setRefused(next)
                  }}
                />
                <span>{descriptors[one.permission].verb.replaceAll('{item}', () => one.item)}</span>
              </label>
            )
          })}
        </fieldset>
      )}
      {isWrong && <Notice tone="stop">A limit is a whole number from 1, or empty.</Notice>}
      {change.error && (
        <Notice tone="stop" role="alert">
          Nothing was saved. {Object.values(change.error.details)[0] ?? change.error.message}
        </Notice>
      )}
      <div className="action-row">
        <Button type="submit" variant="accent" aria-disabled={change.isPending || isWrong}>
          {change.isPending ? 'Saving …' : 'Save rule'}
        </Button>
        {rule !== null && <Button onClick={reset}>Remove rule</Button>}
        <Button onClick={() => onClose()}>Cancel</Button>
      </div>
    </form>
  )
}
