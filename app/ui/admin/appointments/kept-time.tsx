import { adminCalendar as words } from '#content/pages/admin-appointments.ts'
import type { KeptRow } from './calendar-view.ts'

/** 'Blocked, 9 am to 12 pm, Room two: painting'. */
export const Kept = ({ row: { time, what, note } }: { row: KeptRow }) => (
  <>
    {[words.keptShort, time, what].filter(Boolean).join(', ')}
    {note && (
      <>
        : <bdi>{note}</bdi>
      </>
    )}
  </>
)

/** All that is kept within the days that are shown, each to be given back. */
export const KeptTime = ({ kept, address }: { kept: KeptRow[]; address: string }) => (
  <section className="screen" aria-labelledby="kept">
    <h2 id="kept">{words.kept}</h2>
    <ul className="adm-items">
      {kept.map(({ id, time, what, note }) => (
        <li key={id}>
          <form method="post" action={address}>
            <p>
              <span className="num">{time}</span>
              <span className="hint"> {what || words.block.everyone}</span>
              {note && (
                <>
                  <br />
                  <bdi className="hint">{note}</bdi>
                </>
              )}
            </p>
            <input type="hidden" name="block" value={id} />
            <button
              type="submit"
              className="btn-text"
              name="intent"
              value="give-back"
              aria-label={words.giveBackName(time)}
            >
              {words.giveBack}
            </button>
          </form>
        </li>
      ))}
    </ul>
  </section>
)
