/// <reference path="./generated/globals.d.ts" />
import type { SkillHost } from './index.ts'

/**
 * Declares the globals of a skill's code beside those of the language, for type checking. The type check of the project
 * itself excludes this file, because its own globals are those of Node and the browser.
 */
declare global {
  const SkillError: SkillHost['SkillError']

  class URL {
    constructor(url: string | URL, base?: string | URL)
    static canParse(url: string | URL, base?: string | URL): boolean
    static parse(url: string | URL, base?: string | URL): URL | null
    href: string
    readonly origin: string
    protocol: string
    username: string
    password: string
    host: string
    hostname: string
    port: string
    pathname: string
    search: string
    readonly searchParams: URLSearchParams
    hash: string
    toString(): string
    toJSON(): string
  }

  class TextEncoder {
    readonly encoding: string
    encode(text?: string): Uint8Array
  }

  class TextDecoder {
    constructor(label?: string, options?: { readonly fatal?: boolean; readonly ignoreBOM?: boolean })
    readonly encoding: string
    readonly fatal: boolean
    readonly ignoreBOM: boolean
    decode(data?: ArrayBuffer | ArrayBufferView): string
  }

  function atob(data: string): string
  function btoa(data: string): string
  function structuredClone<T>(value: T): T

  class URLSearchParams implements Iterable<[name: string, value: string]> {
    constructor(init?: string | Readonly<Record<string, string>> | Iterable<readonly [name: string, value: string]>)
    readonly size: number
    append(name: string, value: string): void
    delete(name: string): void
    get(name: string): string | null
    getAll(name: string): string[]
    has(name: string): boolean
    set(name: string, value: string): void
    sort(): void
    forEach(callback: (value: string, name: string) => void): void
    entries(): IterableIterator<[name: string, value: string]>
    keys(): IterableIterator<string>
    values(): IterableIterator<string>
    [Symbol.iterator](): IterableIterator<[name: string, value: string]>
    toString(): string
  }
}
