import { RouterContextProvider } from 'react-router'
import type { Role } from '#app/domain/accounts/roles.ts'
import { openContent } from '#app/domain/content/content-now.server.ts'
import { actorContext } from '#app/http/admin.server.ts'
import { type Page, pageContext, servicesContext } from '#app/http/context.ts'
import { takeFlash } from '#app/http/flash.ts'
import { mayPost, patternOf } from '#app/http/rights.server.ts'
import { createPurges } from '#app/page-cache/purges.server.ts'
import { createQueue } from '#app/queue/queue.server.ts'
import { createSigner } from '#app/vault/signing.server.ts'
import * as entries from '#app/routes/admin/pages/entries.tsx'
import * as record from '#app/routes/admin/pages/page.tsx'
import { openTestDatabase } from './test-database.ts'
import { contentClinic, testVault } from './test-deps.ts'

/** The lists of the content's collections and the pages of their entries, on a database of their own, without a site. */
export async function openAdminLists() {
  const database = await openTestDatabase()
  const content = await openContent(database, () => undefined)
  const services = {
    ...{ database, content, vault: testVault(database), queue: createQueue(database) },
    pages: createPurges(database, { invalidate() {} }, { content: content.reload }),
    pictures: { find: () => undefined, list: () => [], reload: async () => {} },
    booking: { practitioners: [], rooms: [] },
    clinic: contentClinic,
    ...{ signer: createSigner('s'.repeat(40)), config: { secure: true }, log: { error: console.error } },
  }

  async function ask(path: string, init?: RequestInit) {
    let cookie = ''
    const page = { requestId: '', doNotStore() {}, setCookie: (value: string) => void (cookie = value) }
    const context = new RouterContextProvider()
    context.set(servicesContext, services as never)
    context.set(pageContext, page as Page)
    context.set(actorContext, {
      ...{ who: 'account-1', from: '203.0.113.7', scope: 'everything', readsHealth: false, mayRefund: false },
    })
    const request = new Request(`https://clinic.test${path}`, init)
    const { loader, action } = path.split('/').length > 3 ? record : entries
    const answer: object = await (init ? action : loader)({ request, context, params: {} } as never)
    const said = new Request(request.url, { headers: { Cookie: cookie.split(';')[0]! } })
    return { answer, done: cookie ? takeFlash(said, context) : undefined }
  }

  async function post(path: string, typed: Record<string, string>, role: Role = 'editor') {
    if (!mayPost(role, patternOf(path), typed.intent ?? '')) return { status: 403 }
    const { answer, done } = await ask(path, { method: 'POST', body: new URLSearchParams(typed) })
    if (answer instanceof Response) return { status: answer.status, text: done?.text, undo: done?.undo }
    const { data, init } = answer as { data?: unknown; init?: ResponseInit | null }
    return { status: init?.status, answer: data }
  }

  return {
    post,
    /** Presses Undo in the message about an act. */
    undo: ({ undo }: Awaited<ReturnType<typeof post>>) => post(undo!.action, undo!.fields),
    list: async (path: string) => (await ask(path)).answer as Awaited<ReturnType<typeof entries.loader>>,
    acts: () => database.db.selectFrom('auditEntries').select(['act', 'record', 'who']).orderBy('sequence').execute(),
  }
}
