import { useState } from 'react'
import { useConsoleChange } from '#lib/console/client/use-console.ts'
import {
  type ImportChoices,
  ImportDone,
  type ImportItem,
  type ImportOrder,
  type ImportPreview,
  type KindCounts,
  type MoveKind,
  moveKinds,
} from '#lib/console/model/console-move.ts'
import { Button } from '../../ui/button.tsx'
import { ActionButton, Failure } from '../console-form.tsx'
import { ConsoleBox, Facts } from '../console-page.tsx'
import { Moment } from '../moment.tsx'
import { Segment } from '../segment.tsx'
import {
  asksAgainText,
  changeTexts,
  countsText,
  doneText,
  itemText,
  kindNames,
  kindNotes,
  unfinishedText,
  writtenText,
} from './import-words.ts'

interface ImportPreviewFormProps {
  id: string
  name: string
  passphrase: string
  preview: ImportPreview
  /** Reads the preview again, after this instance was changed. */
  onAgain: () => void
  onCancel: () => void
  onClose: (sentence: string) => void
}

const options = [
  { value: 'skip', text: 'Skip' },
  { value: 'overwrite', text: 'Overwrite' },
] as const

/** What is new, equal, different, or cannot come, and the choice for what differs. */
export function ImportPreviewForm({
  id,
  name,
  passphrase,
  preview,
  onAgain,
  onCancel,
  onClose,
}: ImportPreviewFormProps) {
  const [choices, setChoices] = useState<ImportChoices>({ credentials: 'skip', profiles: 'skip', rows: [] })
  const run = useConsoleChange(ImportDone, (_: ImportOrder) => `/imports/${id}`)
  const { kinds, items, more_blocked: more, unfinished } = preview
  const chosen = (kind: MoveKind, choice: Choice) => {
    if (!isDecided(kind)) return 0
    const shown = items.filter((item) => item.kind === kind && item.verdict === 'differs')
    const hidden = choices[kind] === choice ? kinds[kind].differs - shown.length : 0
    return hidden + shown.filter(({ name: row }) => choiceOf(choices, kind, row) === choice).length
  }
  const sum = (count: (kind: MoveKind) => number) => moveKinds.reduce((before, kind) => before + count(kind), 0)
  const overwritten = sum((kind) => chosen(kind, 'overwrite'))
  const written = sum((kind) => kinds[kind].new) + overwritten
  return (
    <ConsoleBox title={`Import ${name}`} note="opened, unchanged since it was made">
      <p className="console-text">
        <span>
          Made <Moment at={preview.made_at} /> {preview.made_on !== null && `on ${preview.made_on} `}by version{' '}
          {preview.made_by_version}. Nothing is written yet.
        </span>
      </p>
      <Facts
        className="fact-row"
        facts={{
          'new here, will be added': `+ ${sum((kind) => kinds[kind].new)}`,
          'differ, you chose overwrite': overwritten,
          'differ, you chose skip': sum((kind) => chosen(kind, 'skip')),
          'equal, left alone': sum((kind) => kinds[kind].equal),
          'cannot come': sum((kind) => kinds[kind].blocked),
        }}
      />
      <ul className="console-rows import-kinds">
        {moveKinds
          .filter((kind) => kind !== 'waiting' || countOf(kinds[kind]) > 0)
          .map((kind) => (
            <li key={kind}>
              <div>
                <b>{kindNames[kind]}</b>
                <p>{countsText(kinds[kind])}</p>
                <p className="console-quiet">{kindNotes[kind]}</p>
              </div>
              {isDecided(kind) && kinds[kind].differs > 0 ? (
                <Segment
                  label={`Where ${kindNames[kind].toLowerCase()} differ`}
                  name={`import-${kind}`}
                  value={choices[kind]}
                  options={options}
                  onChange={(choice) =>
                    setChoices({ ...choices, [kind]: choice, rows: choices.rows.filter((row) => row.kind !== kind) })
                  }
                />
              ) : (
                <span className="console-quiet">nothing to decide</span>
              )}
              <Items items={items.filter((item) => item.kind === kind)} choices={choices} onChange={setChoices} />
            </li>
          ))}
      </ul>
      {more > 0 && <p className="console-text console-quiet">And {more} more that cannot come.</p>}
      {unfinished > 0 && <p className="console-text console-quiet">{unfinishedText(unfinished)}</p>}
      <div className="console-form">
        <Failure error={run.error}>Nothing was imported.</Failure>
        <div className="action-row">
          <ActionButton
            variant="accent"
            isOff={run.isPending || written === 0}
            onClick={() => {
              const order = { passphrase, digest: preview.digest, choices }
              run.mutate(order, {
                onSuccess: (counts) => onClose(doneText(name, counts)),
                onError: (error) => {
                  if (error.code === 'CONFLICT') onAgain()
                },
              })
            }}
          >
            {run.isPending ? 'Importing …' : writtenText(written)}
          </ActionButton>
          <Button onClick={onCancel}>Cancel</Button>
        </div>
      </div>
    </ConsoleBox>
  )
}

interface ItemsProps {
  items: readonly ImportItem[]
  choices: ImportChoices
  onChange: (choices: ImportChoices) => void
}

/** What is new, what differs, each with its own choice, and what cannot come. */
function Items({ items, choices, onChange }: ItemsProps) {
  if (items.length === 0) return null
  return (
    <ul className="import-items">
      {items.map((item) => {
        const { kind, name, title, verdict } = item
        const asksAgain = asksAgainText(item)
        return (
          <li key={name}>
            <p>
              {title === name ? name : `${title}, ${name}`} <span className="console-quiet">{itemText(item)}</span>
            </p>
            {verdict === 'differs' && isDecided(kind) && (
              <Segment
                label={`Where ${name} differs`}
                name={`import-${kind}-${name}`}
                value={choiceOf(choices, kind, name)}
                options={options}
                onChange={(choice) =>
                  onChange({
                    ...choices,
                    rows: [...choices.rows.filter((row) => !isRow(row, kind, name)), { kind, name, choice }],
                  })
                }
              />
            )}
            {verdict !== 'blocked' && (
              <ul className="import-fields">
                {changeTexts(item).map((text) => (
                  <li key={text}>{text}</li>
                ))}
              </ul>
            )}
            {asksAgain !== '' && <p className="import-asks-again console-quiet">{asksAgain}</p>}
          </li>
        )
      })}
    </ul>
  )
}

type Choice = ImportChoices['profiles']
type Row = ImportChoices['rows'][number]

const countOf = ({ new: added, equal, differs, blocked }: KindCounts) => added + equal + differs + blocked

/** Executions never differ: one with the same id is the same. */
const isDecided = (kind: MoveKind): kind is Row['kind'] => kind === 'credentials' || kind === 'profiles'

const isRow = (row: Row, kind: Row['kind'], name: string) => row.kind === kind && row.name === name

const choiceOf = (choices: ImportChoices, kind: Row['kind'], name: string): Choice =>
  choices.rows.find((row) => isRow(row, kind, name))?.choice ?? choices[kind]
