/**
 * What an error page receives: the thrown value, which is an Error except after `throw null`. `digest` is the id of the
 * server's log entry; absent for errors in the browser.
 */
export type PageError = (Error & { readonly digest?: string }) | null
