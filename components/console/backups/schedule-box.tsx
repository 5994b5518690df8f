import { useState } from 'react'
import { inWords } from '#lib/console/client/credential-form.ts'
import { sentenceOf } from '#lib/console/client/mark-refused.ts'
import { showChange, useConsoleChange } from '#lib/console/client/use-console.ts'
import { ConsoleBackups } from '#lib/console/model/console-backups.ts'
import { BackupPlan, type BackupTarget } from '#lib/platform/model/backup-plan.ts'
import { Notice } from '../../ui/notice.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { CheckField, ConsoleForm, unsavedFields } from '../console-form.tsx'
import { ConsoleBox, useDone } from '../console-page.tsx'
import { Segment } from '../segment.tsx'

const kinds = [
  { value: 'folder', text: 'A folder' },
  { value: 's3', text: 'S3-compatible storage' },
] as const

const shownPlan = showChange('/backups', ConsoleBackups, (backups, plan: BackupPlan) => ({ ...backups, plan }))

/** When and where the app backs itself up. */
export function ScheduleBox({ backups }: { backups: ConsoleBackups }) {
  const { lock, has_s3_key: hasKey } = backups
  // What is typed or chosen. Whatever nobody touched shows the stored plan, also one of another operator.
  const [typed, setTyped] = useState<Partial<Fields>>({})
  const fields = { ...fieldsOf(backups), ...typed }
  const { isOn, kind } = fields
  const [wrong, setWrong] = useState<Readonly<Record<string, string>>>({})
  const change = useConsoleChange(BackupPlan, (_: BackupPlan) => '/backups', { shows: shownPlan })
  const done = useDone()
  const details = { ...change.error?.details, ...wrong }
  const field = (name: TextName, path: string) => ({
    value: fields[name],
    error: details[path] && sentenceOf(details[path]),
    onChange: ({ target }: { target: HTMLInputElement }) => setTyped({ ...typed, [name]: target.value }),
  })
  function save() {
    const parsed = BackupPlan.safeParse(planOf(fields), inWords)
    setWrong(Object.fromEntries(parsed.error?.issues.map(({ path, message }) => [path.join('.'), message]) ?? []))
    change.reset()
    if (!parsed.success) return
    change.mutate(parsed.data, {
      onSuccess() {
        setTyped((now) => unsavedFields(now, typed))
        done('The schedule is saved.')
      },
    })
  }
  return (
    <ConsoleBox title="Schedule" note="the whole instance, encrypted">
      <ConsoleForm
        label="Schedule"
        onSubmit={save}
        submit={['Save the schedule', 'Saving …']}
        variant="plain"
        isBusy={change.isPending}
        error={Object.keys(wrong).length > 0 ? new Error('Correct the marked fields.') : change.error}
        failure="The schedule was not saved."
      >
        {lock === null && (
          <Notice tone="warn">
            TRAVEL_BACKUP_PASSPHRASE is not set in the environment. Until it is, no backup is made.
          </Notice>
        )}
        {lock === 'recipient' && (
          <p className="field-hint">
            Only the private key of TRAVEL_BACKUP_RECIPIENT opens the backups, so the app cannot test them.
          </p>
        )}
        <CheckField checked={isOn} onChange={({ target }) => setTyped({ ...typed, isOn: target.checked })}>
          Every day
        </CheckField>
        <div className="console-fields">
          <TextField label="Hour, in UTC" type="number" min={0} max={23} step={1} {...field('hour', 'hour')} />
          <TextField label="Keep the last" type="number" min={1} max={400} step={1} {...field('keep', 'keep')} />
        </div>
        <Segment
          label="Where"
          name="backup-target"
          value={kind}
          options={kinds}
          onChange={(chosen) => setTyped({ ...typed, kind: chosen })}
        />
        {kind === 'folder' ? (
          <TextField
            label="Folder"
            className="field-input mono"
            placeholder="/srv/travel/backups"
            hint="On another disk than the app’s, or mounted from another machine."
            {...field('path', 'target.path')}
          />
        ) : (
          <>
            {!hasKey && (
              <Notice tone="warn">
                TRAVEL_BACKUP_S3_KEY_ID and TRAVEL_BACKUP_S3_SECRET are not set in the environment.
              </Notice>
            )}
            <div className="console-fields">
              <TextField
                label="Address"
                className="field-input mono"
                placeholder="https://s3.example.com"
                hint="Empty: Amazon S3."
                {...field('endpoint', 'target.endpoint')}
              />
              <TextField label="Region" className="field-input mono" {...field('region', 'target.region')} />
              <TextField label="Bucket" className="field-input mono" {...field('bucket', 'target.bucket')} />
              <TextField
                label="Before each name"
                className="field-input mono"
                placeholder="travel/"
                {...field('prefix', 'target.prefix')}
              />
            </div>
          </>
        )}
      </ConsoleForm>
    </ConsoleBox>
  )
}

type Fields = ReturnType<typeof fieldsOf>
type TextName = Exclude<keyof Fields, 'isOn' | 'kind'>

function fieldsOf({ plan }: ConsoleBackups) {
  const target = plan?.target
  const kind: BackupTarget['kind'] = target?.kind ?? 'folder'
  return {
    isOn: plan?.is_on ?? true,
    kind,
    hour: String(plan?.hour ?? 3),
    keep: String(plan?.keep ?? 7),
    path: target?.kind === 'folder' ? target.path : '',
    endpoint: (target?.kind === 's3' && target.endpoint) || '',
    region: target?.kind === 's3' ? target.region : 'us-east-1',
    bucket: target?.kind === 's3' ? target.bucket : '',
    prefix: target?.kind === 's3' ? target.prefix : '',
  }
}

/** An empty number is none, and not 0. */
const numberIn = (text: string) => (text.trim() === '' ? undefined : Number(text))

const planOf = ({ isOn, kind, hour, keep, path, endpoint, ...storage }: Fields) => ({
  is_on: isOn,
  hour: numberIn(hour),
  keep: numberIn(keep),
  target: kind === 'folder' ? { kind, path } : { kind, endpoint: endpoint === '' ? null : endpoint, ...storage },
})
