import { comingUp as words } from './words.ts'

/** The next days on which the clinic is closed and, for those who can mend them, how the parts are that work by themselves. */
export const ComingUp = ({ closed, health, isWell }: ComingUpProps) => (
  <section className="panel" aria-labelledby="coming-up">
    <h2 id="coming-up">{words.heading}</h2>
    <ul className="coming">
      {closed.map(({ day, text }) => (
        <li key={`${day} ${text}`} className="ends">
          <span>{text}</span> <span className="hint num">{day}</span>
        </li>
      ))}
      {health && <li className={isWell ? 'ends' : 'ends warn'}>{health}</li>}
    </ul>
  </section>
)

type ComingUpProps = { closed: { day: string; text: string }[]; health: string | undefined; isWell: boolean }
