'use client'

import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { type ConsoleError, callConsole } from '#lib/console/client/call-console.ts'
import { useConsoleQuery } from '#lib/console/client/use-console.ts'
import { ConsoleBackups } from '#lib/console/model/console-backups.ts'
import { UploadedImport } from '#lib/console/model/console-move.ts'
import { Icon } from '../../ui/icon.tsx'
import { moreIcons } from '../../ui/more-icons.ts'
import { ActionButton, Failure } from '../console-form.tsx'
import { ConsolePage, useDone } from '../console-page.tsx'
import { focusPage } from '../focus-page.ts'
import { QueryState } from '../query-state.tsx'
import { ExportBox } from './export-box.tsx'
import { FilesBox } from './files-box.tsx'
import { ImportBox } from './import-box.tsx'
import { BackupFacts, RunsBox } from './runs-box.tsx'
import { ScheduleBox } from './schedule-box.tsx'

type Chosen = { readonly id: string; readonly name: string }

const pollMs = 30_000
/** While a run that the page shows has not ended. */
const runningMs = 2_000

/** Exports, imports and backups. */
export function BackupsPage() {
  const [chosen, setChosen] = useState<Chosen>()
  const upload = useMutation<UploadedImport, ConsoleError, File>({
    mutationFn: (file) => callConsole(UploadedImport, '/imports', { method: 'POST', file }),
    onSuccess: ({ id }, { name }) => setChosen({ id, name }),
  })
  const backups = useConsoleQuery(ConsoleBackups, '/backups', {
    pollMs: (read) => (read?.runs.some(({ state }) => state === 'running') ? runningMs : pollMs),
  })
  return (
    <ConsolePage
      title="Backups"
      end={<FileChoice isBusy={upload.isPending} onChoose={(file) => upload.mutate(file)} />}
    >
      <Failure error={upload.error}>The file was not uploaded.</Failure>
      {chosen ? (
        <ImportBox
          key={chosen.id}
          id={chosen.id}
          name={chosen.name}
          onClose={() => {
            setChosen(undefined)
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

function FileChoice({ isBusy, onChoose }: { isBusy: boolean; onChoose: (file: File) => void }) {
  const field = useRef<HTMLInputElement>(null)
  const say = useDone()
  return (
    <>
      <input
        ref={field}
        type="file"
        accept=".airlock"
        aria-label="File to import"
        hidden
        onChange={({ target }) => {
          const file = target.files?.[0]
          if (file === undefined || isBusy) return
          say('')
          onChoose(file)
          // The same file may be chosen again.
          target.value = ''
        }}
      />
      <ActionButton size="sm" isOff={isBusy} onClick={() => field.current?.click()}>
        <Icon name={moreIcons.load} />
        {isBusy ? 'Uploading …' : 'Import…'}
      </ActionButton>
    </>
  )
}

/** Another run that has ended may have changed the files. */
const endedRuns = ({ runs }: ConsoleBackups): string => runs.map(({ id, state }) => `${id} ${state}`).join()
