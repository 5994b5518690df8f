'use client'

import { useRef, useState } from 'react'
import { useBackups } from '#lib/console/client/use-backups.ts'
import { useUpload } from '#lib/console/client/use-moving.ts'
import type { ConsoleBackups } from '#lib/console/model/console-backups.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { moreIcons } from '../../ui/more-icons.ts'
import { ConsolePage, type DoneNote } from '../console-page.tsx'
import { Failure } from '../failure.tsx'
import { focusPage } from '../focus-page.ts'
import { QueryState } from '../query-state.tsx'
import { ExportBox } from './export-box.tsx'
import { FilesBox } from './files-box.tsx'
import { ImportBox } from './import-box.tsx'
import { BackupFacts, RunsBox } from './runs-box.tsx'
import { ScheduleBox } from './schedule-box.tsx'

type Chosen = { readonly id: string; readonly name: string }

/** Exports, imports and backups. */
export function BackupsPage() {
  const [done, setDone] = useState<DoneNote>('')
  const [chosen, setChosen] = useState<Chosen>()
  const upload = useUpload()
  const backups = useBackups()
  const field = useRef<HTMLInputElement>(null)
  const choose = (file: File | undefined) => {
    if (file === undefined || upload.isPending) return
    setDone('')
    upload.mutate(file, { onSuccess: ({ id }) => setChosen({ id, name: file.name }) })
    // The same file may be chosen again.
    if (field.current) field.current.value = ''
  }
  const end = (
    <>
      <input
        ref={field}
        type="file"
        accept=".airlock"
        aria-label="File to import"
        hidden
        onChange={({ target }) => choose(target.files?.[0])}
      />
      <Button size="sm" aria-disabled={upload.isPending} onClick={() => field.current?.click()}>
        <Icon name={moreIcons.load} />
        {upload.isPending ? 'Uploading …' : 'Import…'}
      </Button>
    </>
  )
  return (
    <ConsolePage title="Backups" end={end} done={done} onDone={setDone}>
      <Failure error={upload.error}>The file was not uploaded.</Failure>
      {chosen ? (
        <ImportBox
          key={chosen.id}
          id={chosen.id}
          name={chosen.name}
          onClose={(sentence) => {
            setChosen(undefined)
            setDone(sentence)
            focusPage()
          }}
        />
      ) : (
        <>
          <QueryState query={backups} name="The backups">
            {(read) => <BackupFacts backups={read} />}
          </QueryState>
          <div className="console-columns">
            <div className="console-stack">
              <ExportBox />
              {backups.data && <FilesBox key={endedRuns(backups.data)} />}
              {backups.data && <RunsBox backups={backups.data} />}
            </div>
            <div className="console-stack">{backups.data && <ScheduleBox backups={backups.data} />}</div>
          </div>
        </>
      )}
    </ConsolePage>
  )
}

/** Another run that has ended may have changed the files. */
const endedRuns = ({ runs }: ConsoleBackups): string => runs.map(({ id, state }) => `${id} ${state}`).join()
