import { useState } from 'react'
import type { ExecutionDetail } from '#lib/console/model/console-executions.ts'
import { CopyButton } from '../../travel/results/copy-button.tsx'
import { Button } from '../../ui/button.tsx'
import { ConsoleBox } from '../console-page.tsx'
import { CodeLines } from './code-lines.tsx'

interface ScriptBoxProps {
  script: NonNullable<ExecutionDetail['script']>
  failing: number | null
}

/** The code of a script, which can be copied, with its long lines wrapped or not. */
export function ScriptBox({ script: { language, text }, failing }: ScriptBoxProps) {
  const [isWrapped, setIsWrapped] = useState(true)
  return (
    <ConsoleBox title="Script" note={language}>
      <div className="code-deeds flow">
        <CopyButton done="Copied" otherwise="Select the text and copy it" text={() => text}>
          Copy
        </CopyButton>
        <Button aria-pressed={isWrapped} onClick={() => setIsWrapped(!isWrapped)}>
          Wrap lines
        </Button>
      </div>
      <CodeLines label="Code" text={text} failing={failing} isWrapped={isWrapped} />
    </ConsoleBox>
  )
}
