import type { Hono } from 'hono'
import type { HttpBindings } from '@hono/node-server'
import { readThemeSheet } from '#app/theme-sheet.server.ts'
import { fixedHeaders } from '../fixed-headers.ts'

/** The styles of a look that the clinic chose. Its address says what is in it. */
export function theme(app: Hono<{ Bindings: HttpBindings }>) {
  app.get('/theme/:file', (c) => {
    const sheet = readThemeSheet(c.req.path)
    if (!sheet) return c.text('Not found', 404, { ...fixedHeaders, 'Cache-Control': 'no-store' })
    return c.body(sheet.css, 200, {
      ...fixedHeaders,
      'Content-Type': 'text/css; charset=utf-8',
      // Of another release, which may serve beside this one.
      'Cache-Control': sheet.isCurrent ? 'public, max-age=31536000, immutable' : 'no-store',
    })
  })
}
