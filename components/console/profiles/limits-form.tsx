import { useForm } from 'react-hook-form'
import { type ConsoleProfilePage, LimitsChange } from '#lib/agents/model/console-profile.ts'
import { ProfileLimits } from '#lib/agents/model/profile-schema.ts'
import { inWords } from '#lib/console/client/credential-form.ts'
import { sentenceOf } from '#lib/console/client/mark-refused.ts'
import { useChangeProfile } from '#lib/console/client/use-profiles.ts'
import { secondsOf } from '#runner/contract/fuel.ts'
import { TextField } from '../../ui/text-field.tsx'
import { ConsoleForm } from '../console-form.tsx'
import { Facts, useDone } from '../console-page.tsx'
import { useReportUnsaved } from './unsaved-forms.tsx'

type LimitName = keyof ProfileLimits
type Values = Record<LimitName, string>

const fields: readonly { readonly name: LimitName; readonly text: string; readonly unit: string }[] = [
  { name: 'timeout_s', text: 'Time per execution', unit: 's' },
  { name: 'memory_mb', text: 'Memory', unit: 'MB' },
  { name: 'fuel', text: 'Fuel', unit: 'units' },
  { name: 'concurrency', text: 'Executions at the same time', unit: '' },
  { name: 'llm_wait_s', text: 'Wait for an LLM answer', unit: 's' },
]

/** The bounds come from the schema with which the route validates the limits. */
const most = (name: LimitName): number => ProfileLimits.shape[name].unwrap().maxValue ?? Number.MAX_SAFE_INTEGER

/** The limits of each execution. Empty fields take the default. */
export function LimitsForm({ page: { profile, default_limits } }: { page: ConsoleProfilePage }) {
  const say = useDone()
  const { id, limits } = profile
  const change = useChangeProfile(id)
  const form = useForm<Values>({
    values: {
      timeout_s: String(limits.timeout_s ?? ''),
      memory_mb: String(limits.memory_mb ?? ''),
      fuel: String(limits.fuel ?? ''),
      concurrency: String(limits.concurrency ?? ''),
      llm_wait_s: String(limits.llm_wait_s ?? ''),
    },
    // Shows a limit that changes elsewhere, but not over one that the operator is typing.
    resetOptions: { keepDirtyValues: true },
    resolver: (values) => {
      const parsed = LimitsChange.safeParse(limitsOf(values), inWords)
      const errors = Object.fromEntries(
        (parsed.error?.issues ?? []).map(({ path, message }) => [
          String(path[0]),
          { type: 'invalid', message: sentenceOf(message) },
        ]),
      )
      return parsed.success ? { values, errors: {} } : { values: {}, errors }
    },
  })
  const { errors, dirtyFields } = form.formState
  useReportUnsaved('Limits', Object.keys(dirtyFields).length > 0)
  const submit = form.handleSubmit((values) => {
    const changed = fields.filter(({ name }) => dirtyFields[name])
    if (changed.length === 0) {
      change.reset()
      say('The limits are unchanged.')
      return
    }
    change.mutate(
      { limits: limitsOf(values, changed) },
      {
        onSuccess: () => {
          form.resetDefaultValues(values)
          say('The limits were saved.')
        },
      },
    )
  })
  return (
    <ConsoleForm
      className="limits-form"
      label="Limits"
      onSubmit={submit}
      submit={['Save limits', 'Saving …']}
      variant="plain"
      isBusy={change.isPending}
      error={change.error}
      failure="The limits were not saved."
    >
      <div className="console-fields limits-fields">
        {fields.map(({ name, text, unit }) => (
          <TextField
            key={name}
            label={unit === '' ? text : `${text}, ${unit}`}
            inputMode="numeric"
            autoComplete="off"
            placeholder={String(default_limits[name])}
            hint={`At most ${amountOf(most(name), unit)}. Empty: ${amountOf(default_limits[name], unit)}.`}
            error={errors[name]?.message}
            {...form.register(name)}
          />
        ))}
      </div>
    </ConsoleForm>
  )
}

/** The limits in these fields. Null: the field is empty, so the limit has its default. */
const limitsOf = (values: Values, from = fields): Partial<Record<LimitName, number | null>> =>
  Object.fromEntries(from.map(({ name }) => [name, values[name].trim() === '' ? null : Number(values[name])]))

const hourS = 3600

/** A limit with its unit, and in brackets what that means: "86,400 s (24 h)", "30,000 units (about 1 s)". */
function amountOf(value: number, unit: string): string {
  const amount = `${value.toLocaleString('en')} ${unit}`.trimEnd()
  if (unit === 'units') return `${amount} (${secondsOf(value)})`
  return unit === 's' && value % hourS === 0 ? `${amount} (${value / hourS} h)` : amount
}

/** The limits of a profile that can no longer change. */
export function LimitFacts({ page: { profile, default_limits } }: { page: ConsoleProfilePage }) {
  const facts = fields.map(({ name, text, unit }) => {
    return [text, amountOf(profile.limits[name] ?? default_limits[name], unit)]
  })
  return <Facts facts={Object.fromEntries(facts)} />
}
