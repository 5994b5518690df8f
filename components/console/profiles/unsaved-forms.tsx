import { createContext, type ReactNode, useCallback, useContext, useEffect, useState } from 'react'

interface Unsaved {
  /** The labels of the forms with unsaved values. */
  forms: readonly string[]
  report: (form: string, isUnsaved: boolean) => void
}

const UnsavedContext = createContext<Unsaved>({ forms: [], report: () => {} })

/** Collects which forms of the page hold values that are not saved. */
export function UnsavedForms({ children }: { children: ReactNode }) {
  const [forms, setForms] = useState<readonly string[]>([])
  const report = useCallback((form: string, isUnsaved: boolean) => {
    setForms((before) => [...before.filter((other) => other !== form), ...(isUnsaved ? [form] : [])])
  }, [])
  return <UnsavedContext value={{ forms, report }}>{children}</UnsavedContext>
}

export const useUnsavedForms = (): readonly string[] => useContext(UnsavedContext).forms

/** Reports whether the form with this label holds unsaved values. A form that is removed holds none. */
export function useReportUnsaved(form: string, isUnsaved: boolean): void {
  const { report } = useContext(UnsavedContext)
  useEffect(() => {
    if (!isUnsaved) return
    report(form, true)
    return () => report(form, false)
  }, [form, isUnsaved, report])
}
