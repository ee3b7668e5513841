import { ActionForm } from '#app/ui/forms/action-form.tsx'
import { IntentButton } from '#app/ui/primitives/intent-button.tsx'
import { adminCalendar as words } from '#content/pages/admin-appointments.ts'
import type { BlockRow } from './calendar-rows.server.ts'

/** 'Blocked, 9 am to 12 pm, Room two: painting'. */
export const BlockText = ({ row: { word, time, what, note } }: { row: BlockRow }) => (
  <>
    {[word, time, what].filter(Boolean).join(', ')}
    {note && (
      <>
        : <bdi>{note}</bdi>
      </>
    )}
  </>
)

/** A block that is not one's own, such as the whole clinic's for a practitioner, is only shown. */
export const BlockList = ({ blocks, address }: { blocks: BlockRow[]; address: string }) => (
  <section className="screen" aria-labelledby="blocks">
    <h2 id="blocks">{words.blocks}</h2>
    <ul className="adm-items">
      {blocks.map((row) => (
        <li key={row.id}>
          {row.isOwn ? (
            <ActionForm action={address}>
              <p>
                <BlockDetails {...row} />
              </p>
              <input type="hidden" name="block" value={row.id} />
              <span className="row">
                <IntentButton
                  intent="unblock"
                  text={words.unblock}
                  kind="text"
                  aria-label={words.unblockName(row.time)}
                />
                {row.isRepeated && (
                  <IntentButton
                    intent="end-series"
                    text={words.block.repeat.end}
                    kind="text"
                    aria-label={words.block.repeat.endName(row.time)}
                  />
                )}
              </span>
            </ActionForm>
          ) : (
            <p>
              <span>
                <BlockDetails {...row} />
              </span>
            </p>
          )}
        </li>
      ))}
    </ul>
  </section>
)

const BlockDetails = ({ time, what, note }: BlockRow) => (
  <>
    <span className="num">{time}</span>
    <span className="hint"> {what || words.block.everyone}</span>
    {note && (
      <>
        <br />
        <bdi className="hint">{note}</bdi>
      </>
    )}
  </>
)
