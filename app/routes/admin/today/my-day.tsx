import '#app/ui/styles/today.css'
import { Link } from 'react-router'
import { AdminPage } from '#app/http/admin-page.tsx'
import { getActor } from '#app/http/admin.server.ts'
import { servicesContext } from '#app/http/context.ts'
import { loadOr503 } from '#app/http/load.ts'
import { useSite } from '#app/http/site.ts'
import { usePoll } from '#app/http/use-poll.ts'
import { PhoneLink } from '#app/ui/admin/phone-link.tsx'
import { ActionForm } from '#app/ui/forms/action-form.tsx'
import { ButtonLink } from '#app/ui/primitives/button.tsx'
import { IntentButton } from '#app/ui/primitives/intent-button.tsx'
import { adminAppointment } from '#content/pages/admin-appointments.ts'
import { admin } from '#content/pages/admin.ts'
import { getMyDay } from './my-day-view.server.ts'
import { NeedsYou } from './needs-you.tsx'
import { FormDue, Sign } from './sign.tsx'
import { StepForm } from './step-form.tsx'
import { myDay as words, nowAndNext, todayPage } from './words.ts'
import type { Route } from './+types/my-day.ts'

export const loader = ({ context }: Route.LoaderArgs) =>
  loadOr503(context, () => getMyDay(context.get(servicesContext), getActor(context).scope, Date.now()))

/** A practitioner's Today: no money, and no other people's patients. */
export default function MyDay({ loaderData }: Route.ComponentProps) {
  const day = usePoll(loaderData)
  const name = useSite().viewer?.name
  return (
    <AdminPage
      title={day.date}
      documentTitle={todayPage.title}
      above={todayPage.greeting(Number(day.hour), name)}
      below={<Numbers {...day} />}
      aside={
        <ButtonLink kind="line" small to="/admin/appointments?view=day#block">
          {words.blockTime}
        </ButtonLink>
      }
    >
      <div className="today">
        <div className="today-side">
          {day.current && <Current {...day.current} />}
          <Later {...day} />
        </div>
        <div className="today-side">
          {day.toDo.length > 0 && <NeedsYou sections={day.toDo} />}
          <Tomorrow rows={day.tomorrow} />
        </div>
      </div>
    </AdminPage>
  )
}

type Day = Route.ComponentProps['loaderData']
type Row = Day['later'][number]

const Numbers = ({ appointments, completed }: Day) =>
  appointments > 0 && (
    <ul className="row numline num">
      <li>
        <b>{appointments}</b> {todayPage.numbers.appointments(appointments)}
      </li>
      {completed > 0 && (
        <li>
          <b>{completed}</b> {todayPage.numbers.completed()}
        </li>
      )}
    </ul>
  )

/** 'Day 3 of 7, Panchakarma'. */
const toWhat = ({ planDay, service }: Row) => [planDay, service].filter(Boolean).join(', ')

/** Who is in session or at the clinic, or should be. */
const Current = (row: Row) => (
  <section className="panel stack" aria-labelledby="now">
    <div className="now">
      <img src={row.plate} alt="" width={480} height={600} />
      <div>
        <p className="hint num">{row.isLate ? words.late(row.time) : words.now(row.until)}</p>
        <h2 id="now">
          <Link to={`/admin/appointments/${row.id}`}>
            <bdi>{row.name}</bdi>
          </Link>
        </h2>
        <p className="muted num">{toWhat(row)}</p>
        <Sign sign={row.sign} /> <FormDue text={row.formDue} />
      </div>
    </div>
    <Note {...row} />
    <div className="row">
      <StepForm {...row} />
      {row.hasHealth && <HealthAnswer id={row.id} />}
    </div>
    {row.hasHealth && <p className="hint">{adminAppointment.health.hint}</p>}
  </section>
)

/** Its answer is the page of the appointment. */
const HealthAnswer = ({ id }: { id: string }) => (
  <ActionForm action={`/admin/appointments/${id}`} offline={admin.offline}>
    <IntentButton intent="health" text={words.health} kind="text" />
  </ActionForm>
)

const Note = ({ note }: Pick<Row, 'note'>) =>
  note && (
    <p className="typed">
      <bdi>{note}</bdi>
    </p>
  )

const Later = ({ appointments, later }: Day) => (
  <section className="panel" aria-labelledby="later">
    <h2 id="later">{words.later}</h2>
    {later.length === 0 && <p className="muted">{appointments === 0 ? nowAndNext.none : nowAndNext.allDone}</p>}
    <ol className="agenda">
      {later.map((row) => (
        <li key={row.id} className={`is-${row.sign.kind}`}>
          <p className="num">
            <b>{row.time}</b> <span className="hint">{nowAndNext.until(row.until)}</span>
          </p>
          <img src={row.plate} alt="" width={480} height={600} />
          <div className="who">
            <Link to={`/admin/appointments/${row.id}`}>
              <bdi>{row.name}</bdi>
            </Link>{' '}
            <Sign sign={row.sign} /> <FormDue text={row.formDue} />
            <p className="hint">
              {toWhat(row)}
              {row.phone && (
                <>
                  {' · '}
                  <PhoneLink phone={row.phone} />
                </>
              )}
            </p>
            <Note {...row} />
          </div>
          <StepForm {...row} />
        </li>
      ))}
    </ol>
  </section>
)

const Tomorrow = ({ rows }: { rows: Row[] }) => (
  <section className="panel" aria-labelledby="tomorrow">
    <h2 id="tomorrow">{words.tomorrow}</h2>
    {rows.length === 0 && <p className="muted">{words.noneTomorrow}</p>}
    <ol className="agenda">
      {rows.map((row) => (
        <li key={row.id}>
          <b className="num">{row.time}</b>
          <img src={row.plate} alt="" width={480} height={600} />
          <div className="who">
            <Link to={`/admin/appointments/${row.id}`}>
              <bdi>{row.name}</bdi>
            </Link>{' '}
            <FormDue text={row.formDue} />
            <p className="hint">{toWhat(row)}</p>
          </div>
        </li>
      ))}
    </ol>
  </section>
)
