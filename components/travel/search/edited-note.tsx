import { useTexts } from '../../ui/texts.tsx'

/** Warns that the form was changed after the search whose results are shown. The style sheet dims the results. */
export function EditedNote({ isEdited }: { isEdited: boolean }) {
  const t = useTexts('search')
  return (
    <p className="edited-note" aria-live="polite">
      {isEdited && t('edited')}
    </p>
  )
}

/** Whether a form's values differ from its initial ones. */
export function isChanged(initial: object, values: object): boolean {
  return JSON.stringify({ ...initial, ...values }) !== JSON.stringify(initial)
}
