import { hash } from 'node:crypto'

/** Whether an If-None-Match names this tag, by weak comparison (RFC 9110, 13.1.2). */
export function isUnchanged(header: string | undefined, etag: string) {
  if (!header) return false
  const opaque = etag.replace(/^W\//, '')
  return header.split(',').some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === opaque)
}

/** 96 bits of the hash are enough to tell any two contents apart. */
export const createEtag = (identity: Buffer | string) => `"${hash('sha256', identity, 'base64url').slice(0, 16)}"`
