import { clinicTimeZone } from '#app/domain/clinic/clinic-facts.ts'
import { countMessages } from '#app/domain/contact/inbox.server.ts'
import { listEmails } from '#app/domain/outbox/email-list.server.ts'
import { countFailed } from '#app/domain/outbox/failed-emails.server.ts'
import { findFailureCause } from '#app/domain/outbox/failure-cause.ts'
import { clinicMoment } from '#app/domain/shared/clinic-time.ts'
import { formatCursor } from '#app/domain/shared/cursor.ts'
import { listId } from '#app/domain/shared/list-names.ts'
import { withQuery } from '#app/domain/shared/with-query.ts'
import { AdminPage } from '#app/http/admin-page.tsx'
import { getActor } from '#app/http/admin.server.ts'
import { servicesContext } from '#app/http/context.ts'
import { listLinks, listPlace } from '#app/http/list-place.server.ts'
import { loadOr503 } from '#app/http/load.ts'
import { usePoll } from '#app/http/use-poll.ts'
import { ChooseRows } from '#app/ui/admin/choose-rows.tsx'
import { EmailTable } from '#app/ui/admin/email-table.tsx'
import { emailTitle } from '#app/ui/admin/email-title.ts'
import { EmptyList } from '#app/ui/admin/empty-list.tsx'
import { ListPager } from '#app/ui/admin/pager.tsx'
import { SortLinks } from '#app/ui/admin/sort-links.tsx'
import { IntentButton } from '#app/ui/primitives/intent-button.tsx'
import { adminEmail, adminMail } from '#content/pages/admin-mail.ts'
import { adminMessages } from '#content/pages/admin-messages.ts'
import { InboxFilters, undeliveredPath } from './inbox-filters.tsx'
import type { Route } from './+types/undelivered.ts'

const words = adminMessages.undelivered

/** The emails that failed: to whom, why, and what can be done. Their acts are those of Mail. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { database } = context.get(servicesContext)
  const place = listPlace(new URL(request.url).searchParams)
  const now = Date.now()
  const { found, counts, undelivered } = await loadOr503(context, async () => ({
    found: await listEmails(database, 'failed', place),
    counts: await countMessages(database, { who: getActor(context).who, now }),
    undelivered: await countFailed(database),
  }))
  return {
    counts,
    undelivered,
    emails: found.emails.map(({ id, kind, subject, recipient, lastError = '', createdAt }) => ({
      id,
      subject,
      kind: emailTitle(kind),
      recipient,
      cause: adminMail.causes[findFailureCause(lastError)],
      when: clinicMoment(createdAt, clinicTimeZone, now),
    })),
    ...listLinks(found, place, (at) => withQuery(undeliveredPath, at), formatCursor),
  }
}

export default function Undelivered({ loaderData }: Route.ComponentProps) {
  const { counts, undelivered, emails, sorts, previous, next } = usePoll(loaderData)
  return (
    <AdminPage title={words.title}>
      <div className="stack">
        <InboxFilters counts={counts} undelivered={undelivered} current="undelivered" />
        <div id={listId}>
          {emails.length > 0 ? (
            <ChooseRows action="/admin/mail" acts={<Acts />}>
              <SortLinks sorts={sorts} />
              <EmailTable emails={emails} canChoose />
            </ChooseRows>
          ) : (
            <EmptyList empty={words.none} />
          )}
        </div>
        <ListPager previous={previous} next={next} />
      </div>
    </AdminPage>
  )
}

const Acts = () => (
  <>
    <input type="hidden" name="was" value="failed" />
    <IntentButton intent="retry" text={adminMail.bulk.retry} kind="line" small />
    <IntentButton intent="handle" text={adminEmail.handle.button} kind="line" small />
  </>
)
