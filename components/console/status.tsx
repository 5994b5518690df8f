import { classes } from '../ui/classes.ts'
import { Icon, type IconName } from '../ui/icon.tsx'

export type Tone = 'plain' | 'quiet' | 'ok' | 'info' | 'warn' | 'stop'
/** How a state is shown: an icon and words, so that colour is never the only signal. */
export type Look = { readonly icon: IconName; readonly tone: Tone; readonly text: string }

/** A state as its icon and words. */
export const Status = ({ icon, tone, text, className }: Look & { className?: string }) => (
  <span
    className={classes(
      'console-status',
      tone === 'quiet' ? 'console-quiet' : tone !== 'plain' && `tone-${tone}`,
      className,
    )}
  >
    <Icon name={icon} small />
    {text}
  </span>
)
