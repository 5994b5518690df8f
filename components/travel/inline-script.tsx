interface InlineScriptProps {
  nonce: string | undefined
  /** A constant text. */
  script: string
}

/** A script in the page itself, so that it runs before the app's scripts are loaded and adds nothing to them. */
export function InlineScript({ nonce, script }: InlineScriptProps) {
  return (
    <script
      nonce={nonce}
      // Browsers hide the nonce from scripts, so hydration finds another value.
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: constant; React would escape the text of a script.
      dangerouslySetInnerHTML={{ __html: script }}
    />
  )
}
