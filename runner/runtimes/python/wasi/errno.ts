/** Error numbers of `wasi_snapshot_preview1`. */
export const errno = {
  success: 0,
  access: 2,
  badDescriptor: 8,
  exists: 20,
  fault: 21,
  tooBig: 22,
  invalid: 28,
  isFolder: 31,
  tooManyOpen: 33,
  nameTooLong: 37,
  missing: 44,
  noSpace: 51,
  notFolder: 54,
  notEmpty: 55,
  notSupported: 58,
  readOnly: 69,
  noSeek: 70,
  notCapable: 76,
} as const
export type Errno = (typeof errno)[keyof typeof errno]

/** File types of `wasi_snapshot_preview1`. */
export const fileType = { device: 2, folder: 3, file: 4 } as const
export type FileType = (typeof fileType)[keyof typeof fileType]
