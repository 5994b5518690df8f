import { useMutation } from '@tanstack/react-query'
import { type ConsoleError, readConsoleFile } from '#lib/console/client/call-console.ts'
import { ageOf } from '#lib/console/client/console-time.ts'
import { useConsoleQuery } from '#lib/console/client/use-console.ts'
import { type BackupFile, ConsoleBackupFiles } from '#lib/console/model/console-backups.ts'
import { saveFile } from '#lib/platform/client/save-file.ts'
import { counted } from '#lib/platform/model/counted.ts'
import { Notice } from '../../ui/notice.tsx'
import { ActionButton, Failure } from '../console-form.tsx'
import { ConsoleBox } from '../console-page.tsx'
import { type Column, ConsoleTable } from '../console-table.tsx'
import { Moment } from '../moment.tsx'
import { QueryState } from '../query-state.tsx'
import { Status } from '../status.tsx'
import { megabytes } from '../system/megabytes.ts'

const sizeOf = (bytes: number) => megabytes(bytes / 1_000_000)

/** The backups that are kept, each with its last test and a download. */
export function FilesBox() {
  const query = useConsoleQuery(ConsoleBackupFiles, '/backup-files')
  const download = useMutation<unknown, ConsoleError, string>({
    mutationFn: async (name) => saveFile(name, await readConsoleFile(`/backup-files/${name}`, { method: 'POST' })),
  })
  const files = query.data?.files ?? []
  const note = `${counted(files.length, 'file')}, ${sizeOf(files.reduce((sum, { bytes }) => sum + bytes, 0))}`
  const actions: Column<BackupFile> = {
    header: 'Actions',
    isSpoken: true,
    isNumber: true,
    cell: ({ name }) => {
      const isLoading = download.isPending && download.variables === name
      return (
        <ActionButton size="sm" isOff={download.isPending} onClick={() => download.mutate(name)}>
          {isLoading ? 'Loading …' : 'Download'}
          <span className="sr-only"> {name}</span>
        </ActionButton>
      )
    },
  }
  return (
    <ConsoleBox title="Files" note={files.length > 0 && note}>
      <QueryState query={query} name="The files">
        {({ files: kept, error }) => (
          <>
            {error !== null && (
              <div className="console-text">
                <Notice tone="stop">The files cannot be listed. {error}</Notice>
              </div>
            )}
            {error === null && kept.length === 0 && <p className="console-empty">No backup is kept yet.</p>}
            {kept.length > 0 && <ConsoleTable columns={[...columns, actions]} rows={kept} idOf={({ name }) => name} />}
          </>
        )}
      </QueryState>
      {download.error && (
        <div className="console-text">
          <Failure error={download.error}>The file was not downloaded.</Failure>
        </div>
      )}
    </ConsoleBox>
  )
}

const columns: readonly Column<BackupFile>[] = [
  {
    header: 'Made',
    isRowHeader: true,
    cell: ({ made_at, bytes, test }) => (
      <>
        <Moment at={made_at} />
        <small>{ageOf(made_at)}</small>
        <small className="is-narrow">{sizeOf(bytes)}</small>
        <small className="is-narrow">
          <Tested test={test} />
        </small>
      </>
    ),
  },
  { header: 'Size', isNumber: true, from: 'tablet', cell: ({ bytes }) => sizeOf(bytes) },
  { header: 'Restored as a test', from: 'tablet', cell: ({ test }) => <Tested test={test} /> },
]

function Tested({ test }: Pick<BackupFile, 'test'>) {
  if (test === null) return <span className="console-quiet">not tested yet</span>
  const look = test.error === null ? ({ icon: 'check', tone: 'ok', text: 'Passed' } as const) : failed
  return (
    <>
      <Status {...look} /> <Moment at={test.at} precision="day" />
      {test.error !== null && <small>{test.error}</small>}
    </>
  )
}

const failed = { icon: 'x', tone: 'stop', text: 'Failed' } as const
