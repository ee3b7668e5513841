import { adminCalendar as words } from '#content/pages/admin-appointments.ts'

/** The private link for a calendar app. */
export function CalendarFeed({ url, address }: { url: string; address: string }) {
  return (
    <details className="adm-row screen">
      <summary>
        <span>{words.feed.heading}</span>
      </summary>
      <form method="post" action={address}>
        <p>{words.feed.text}</p>
        <p>
          <code>{url}</code>
        </p>
        <button type="submit" className="btn-text" name="intent" value="renew-feed">
          {words.feed.renew}
        </button>
      </form>
    </details>
  )
}
