import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'

interface ChangedMeanwhileProps {
  name: string
  onTakeOver: () => void
}

/** Tells the operator who fills in the form of a credential that somebody else has changed the credential. */
export function ChangedMeanwhile({ name, onTakeOver }: ChangedMeanwhileProps) {
  return (
    <Notice tone="warn" role="status">
      <div className="console-notice-stack">
        <p>
          <b>{name} was changed meanwhile.</b> Take over the change before you save. It replaces only the fields that
          were changed; the rest of what you typed stays.
        </p>
        <Button size="sm" onClick={onTakeOver}>
          Take over the change
        </Button>
      </div>
    </Notice>
  )
}
