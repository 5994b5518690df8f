import { useMutation } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { ConsoleProfiles } from '#lib/agents/model/console-profile.ts'
import { type ConsoleError, readConsoleFile } from '#lib/console/client/call-console.ts'
import { useConsoleQuery } from '#lib/console/client/use-console.ts'
import type { ExportWish } from '#lib/console/model/console-move.ts'
import { saveFile } from '#lib/platform/client/save-file.ts'
import { Icon } from '../../ui/icon.tsx'
import { moreIcons } from '../../ui/more-icons.ts'
import { TextField } from '../../ui/text-field.tsx'
import { CheckField, ConsoleForm, Failure } from '../console-form.tsx'
import { ConsoleBox, useDone } from '../console-page.tsx'
import { QueryState } from '../query-state.tsx'
import { Segment } from '../segment.tsx'
import { PassphraseFields } from './passphrase-fields.tsx'

const scopes = [
  { value: 'all', text: 'All profiles' },
  { value: 'chosen', text: 'Chosen ones' },
] as const

/** Makes one encrypted file, with which agents go on at another instance. */
export function ExportBox() {
  const [scope, setScope] = useState<'all' | 'chosen'>('all')
  const [chosen, setChosen] = useState<readonly string[]>([])
  const [withHistory, setWithHistory] = useState(true)
  const [moves, setMoves] = useState(false)
  const [address, setAddress] = useState('')
  const [passphrase, setPassphrase] = useState('')
  /** Another number empties the fields of the passphrase. */
  const [round, setRound] = useState(0)
  const make = useMutation<string, ConsoleError, ExportWish>({
    mutationFn: async (wish) => {
      const content = await readConsoleFile('/export', { method: 'POST', body: wish })
      const name = `travel-${new Date().toISOString().slice(0, 10)}.airlock`
      saveFile(name, content)
      return name
    },
    onSuccess: (name) => {
      setPassphrase('')
      setRound(round + 1)
      done(`${name} was made.`)
    },
  })
  const done = useDone()
  const isMoving = withHistory && moves
  const lacks = [
    scope === 'chosen' && chosen.length === 0 && 'a profile',
    isMoving && address === '' && 'the address of the other instance',
    passphrase === '' && 'a passphrase, typed twice',
  ].filter((part) => part !== false)
  const isReady = lacks.length === 0
  const lacksId = useId()
  return (
    <ConsoleBox title="Export" note="one encrypted file, opened only with the passphrase">
      <ConsoleForm
        label="Export"
        onSubmit={() => {
          const profiles = scope === 'all' ? scope : [...chosen]
          make.mutate({ profiles, with_history: withHistory, waiting_to: isMoving ? address : null, passphrase })
        }}
        submit={[
          <>
            <Icon name={moreIcons.save} />
            Export
          </>,
          <>
            <Icon name={moreIcons.save} />
            Exporting …
          </>,
        ]}
        isBusy={make.isPending}
        isOff={!isReady}
        offId={isReady ? undefined : lacksId}
        end={
          !isReady && (
            <span id={lacksId} className="field-hint">
              It still needs {new Intl.ListFormat('en-GB').format(lacks)}.
            </span>
          )
        }
      >
        <Segment label="What" name="export-scope" value={scope} options={scopes} onChange={setScope} />
        <p className="field-hint">
          {scope === 'all'
            ? 'Every profile and every credential.'
            : 'With the credentials that are approved for them, and no others.'}
        </p>
        {scope === 'chosen' && <ProfileChoice chosen={chosen} onChange={setChosen} />}
        <CheckField checked={withHistory} onChange={({ target }) => setWithHistory(target.checked)}>
          History: ended executions with their host calls
        </CheckField>
        {withHistory && (
          <CheckField checked={moves} onChange={({ target }) => setMoves(target.checked)}>
            Move executions that wait for their model: they end here, and go on where the file is imported
          </CheckField>
        )}
        {isMoving && (
          <TextField
            label="Address of the other instance"
            hint="Agents that answer here are sent there. Import the file on that instance only."
            type="url"
            value={address}
            error={make.error?.details.waiting_to}
            onChange={({ target }) => setAddress(target.value)}
          />
        )}
        <PassphraseFields key={round} onChange={setPassphrase} />
        <Failure error={make.error}>The export was not made.</Failure>
        <p className="field-hint">
          It contains the values of credentials and the profiles’ tokens. Nobody can open it without the passphrase, and
          nobody can find that again. Executions that run or are queued stay here
          {isMoving ? '' : ', and so do waiting ones'}.
        </p>
      </ConsoleForm>
    </ConsoleBox>
  )
}

interface ProfileChoiceProps {
  chosen: readonly string[]
  onChange: (chosen: readonly string[]) => void
}

function ProfileChoice({ chosen, onChange }: ProfileChoiceProps) {
  const query = useConsoleQuery(ConsoleProfiles, '/profiles')
  return (
    <QueryState query={query} name="The profiles">
      {({ profiles, next }) => (
        <fieldset className="export-profiles">
          <legend className="field-label">Profiles</legend>
          {profiles.length === 0 && <p className="console-quiet">There are no profiles.</p>}
          {profiles.map(({ id, description }) => (
            <CheckField
              key={id}
              checked={chosen.includes(id)}
              onChange={({ target }) => onChange(target.checked ? [...chosen, id] : chosen.filter((one) => one !== id))}
            >
              {description}
            </CheckField>
          ))}
          {next !== null && <p className="console-quiet">The newest {profiles.length}. Older ones come with all.</p>}
        </fieldset>
      )}
    </QueryState>
  )
}
