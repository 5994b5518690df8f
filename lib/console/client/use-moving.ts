import { useMutation } from '@tanstack/react-query'
import { saveFile } from '#lib/platform/client/save-file.ts'
import { Done } from '../model/console-executions.ts'
import { type ExportWish, ImportDone, type ImportOrder, ImportPreview, UploadedImport } from '../model/console-move.ts'
import { type ConsoleError, callConsole, readConsoleFile } from './call-console.ts'
import { useConsoleChange } from './use-console.ts'

/** Makes an export and saves it as a file. Its result is the name of the file. */
export const useExport = () =>
  useMutation<string, ConsoleError, ExportWish>({
    mutationFn: async (wish) => {
      const content = await readConsoleFile('/export', { method: 'POST', body: wish })
      const name = `travel-${new Date().toISOString().slice(0, 10)}.airlock`
      saveFile(name, content)
      return name
    },
  })

export const useUpload = () =>
  useMutation<UploadedImport, ConsoleError, File>({
    mutationFn: (file) => callConsole(UploadedImport, '/imports', { method: 'POST', file }),
  })

export const usePreview = (id: string) =>
  useMutation<ImportPreview, ConsoleError, string>({
    mutationFn: (passphrase) =>
      callConsole(ImportPreview, `/imports/${id}/preview`, { method: 'POST', body: { passphrase } }),
  })

export const useImport = (id: string) =>
  useConsoleChange(ImportDone, {
    path: () => `/imports/${id}`,
    body: (order: ImportOrder) => order,
    invalidates: ['/profiles', '/credentials', '/executions', '/overview', '/counts'],
  })

export const useDropImport = (id: string) =>
  useMutation<unknown, ConsoleError>({ mutationFn: () => callConsole(Done, `/imports/${id}`, { method: 'DELETE' }) })
