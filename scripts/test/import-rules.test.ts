import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const root = fileURLToPath(new URL('../../', import.meta.url))

// A rule that matches nothing is silent, so each row of the table is seen to bite, in a project of its own.
const rejected: [string, string][] = [
  ['app/routes/home/a.ts', "import { x } from '#app/database/tables.ts'"],
  ['app/routes/home/b.ts', "import { x } from '#app/routes/blog/blog.tsx'"],
  ['app/routes/home/c.ts', "import { x } from 'kysely'"],
  ['app/routes/home/d.ts', "import { x } from '#app/jobs/sweep.server.ts'"],
  ['app/routes/home/e.ts', "import { x } from '#app/integrations/feed-reader/feed-reader.server.ts'"],
  ['app/ui/site/a.ts', "import { x } from '#app/http/site.ts'"],
  ['app/ui/site/b.ts', "import { x } from '#app/domain/blog/posts.server.ts'"],
  ['app/ui/primitives/a.ts', "import { x } from '#content/site.ts'"],
  ['app/ui/primitives/b.ts', "import { x } from '#app/domain/shared/money.ts'"],
  ['app/domain/newsletter/a.ts', "import { x } from '#app/domain/blog/blog-post.ts'"],
  ['app/domain/newsletter/b.ts', "import { x } from 'react'"],
  ['app/domain/newsletter/c.ts', "import { x } from 'react-dom/server'"],
  ['app/domain/newsletter/d.ts', "import { x } from '#app/services.server.ts'"],
  ['app/domain/newsletter/e.ts', "import { x } from '#app/queue/queue.server.ts'"],
  ['app/domain/newsletter/f.ts', "import { x } from '#app/http/flash.ts'"],
  ['app/domain/blog/a.ts', "import { x } from '../newsletter/subscriber.ts'"],
  ['app/domain/limits/a.ts', "import { x } from '#app/domain/outbox/emails.server.ts'"],
  ['app/jobs/a.ts', "import { x } from '#app/routes/home/home.tsx'"],
  ['app/jobs/b.ts', "import { x } from 'kysely'"],
  ['app/mail/a.ts', "import { x } from '#app/domain/outbox/emails.server.ts'"],
  ['app/mail/b.ts', "import { x } from '#app/services.server.ts'"],
  ['app/mail/emails/a.ts', "import { x } from '#app/services.server.ts'"],
  ['app/mail/emails/b.ts', "import { x } from 'kysely'"],
  ['app/mail/emails/c.ts', "import { x } from '#app/queue/queue.server.ts'"],
  ['app/http/a.ts', "import { x } from '#app/ui/site/site-header.tsx'"],
  ['app/integrations/a.ts', "import { x } from '#app/domain/blog/blog-post.ts'"],
  ['app/queue/a.ts', "import { x } from '#app/domain/blog/blog-post.ts'"],
  ['app/database/a.ts', "import { x } from '#app/queue/queue.server.ts'"],
  ['app/database/b.ts', "import type { x } from '#content/clinic.ts'"],
  ['app/vault/a.ts', "import { x } from '#app/mail/email-frame.tsx'"],
  ['app/enhance/a.ts', "import { x } from 'react'"],
  ['app/http/b.ts', "import { x } from '#server/app.ts'"],
  ['app/root.tsx', "import { x } from '#app/database/tables.ts'"],
  ['app/entry.server.tsx', "import { x } from '#server/app.ts'"],
  ['app/entry.client.tsx', "import { x } from '#app/queue/queue.server.ts'"],
  ['app/queue/b.ts', "import { x } from '#content/clinic.ts'"],
  ['app/integrations/b.ts', "import { x } from '#content/clinic.ts'"],
  ['app/domain/newsletter/g.ts', "import type { x } from '#app/domain/blog/blog-post.ts'"],
  ['app/domain/newsletter/h.ts', "import type { x } from '#app/services.server.ts'"],
  ['app/ui/site/c.ts', "import type { x } from '#app/http/site.ts'"],
  ['content/b.ts', "import { x } from '../app/domain/shared/money.ts'"],
  ['server/main.ts', "import { x } from '../app/mail/email-frame.tsx'"],
  ['content/a.ts', "import { x } from '#app/domain/shared/money.ts'"],
  ['server/main.ts', "import { x } from '#app/mail/email-frame.tsx'"],
  ['scripts/a.ts', "import { x } from '#app/routes/home/home.tsx'"],
  ['app/services.server.ts', "import { x } from '#app/jobs/sweep.server.ts'"],
  ['app/domain/newsletter/i.ts', "import { x } from 'zod'"],
  ['app/domain/newsletter/j.ts', "import { x } from 'zod/mini'"],
  ['app/http/c.ts', "import { x } from 'zod'"],
  ['app/ui/site/d.ts', "import { x } from 'zod'"],
  ['app/ui/primitives/c.ts', "import { x } from 'zod'"],
  ['app/routes/cart/parts/a.ts', "import { x } from 'zod'"],
  ['app/enhance/b.ts', "import { x } from 'zod'"],
  ['content/c.ts', "import { x } from 'zod'"],
]

const allowed: [string, string][] = [
  ['app/routes/blog/z.ts', "import { x } from '#app/domain/blog/posts.server.ts'"],
  ['app/routes/blog/y.ts', "import type { x } from '#app/services.server.ts'"],
  ['app/mail/z.ts', "import type { x } from '#app/services.server.ts'"],
  ['app/mail/emails/z.ts', "import { x } from '#app/domain/orders/orders.server.ts'"],
  ['app/domain/search/z.ts', "import { x } from '#app/domain/blog/posts.server.ts'"],
  ['app/domain/newsletter/z.ts', "import type { x } from '#app/queue/queue.server.ts'"],
  ['app/domain/newsletter/y.ts', "import { x } from '#app/domain/limits/limits.server.ts'"],
  ['app/domain/newsletter/x.ts', "import { x } from 'kysely'"],
  ['app/ui/site/z.ts', "import { x } from '#app/ui/primitives/button.tsx'"],
  ['app/domain/newsletter/z.server.ts', "import { x } from 'zod'"],
  ['app/domain/newsletter/w.ts', "import type { x } from 'zod'"],
  ['app/routes/blog/x.ts', "import { x } from 'zod'"],
  ['app/queue/z.ts', "import { x } from 'zod'"],
  ['app/mail/y.ts', "import { x } from '#app/domain/outbox/email-kinds.server.ts'"],
  ['app/database/z.ts', "import type { x } from '#content/patient-fields.ts'"],
  ['content/z.ts', "import type { x } from '#app/domain/clinic/clinic.ts'"],
]

describe('the import rules', () => {
  let folder: string
  let flagged: Set<string>

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'clinic-rules-'))
    copyFileSync(join(root, 'oxlint.config.ts'), join(folder, 'oxlint.config.ts'))
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
    for (const [file, line] of [...rejected, ...allowed]) {
      mkdirSync(join(folder, dirname(file)), { recursive: true })
      writeFileSync(join(folder, file), `${line}\nexport const y: typeof x = x\n`)
    }
    const { stdout } = spawnSync(process.execPath, [join(root, 'node_modules/oxlint/bin/oxlint'), '--format=json'], {
      cwd: folder,
      encoding: 'utf8',
    })
    const { diagnostics }: { diagnostics: { code: string; filename: string }[] } = JSON.parse(stdout)
    flagged = new Set(
      diagnostics.filter(({ code }) => code.includes('no-restricted-imports')).map(({ filename }) => filename),
    )
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  test.each(rejected)('reject in %s: %s', (file) => {
    expect(flagged).toContain(file)
  })

  test.each(allowed)('allow in %s: %s', (file) => {
    expect(flagged).not.toContain(file)
  })
})
