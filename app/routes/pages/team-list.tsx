import type { ClinicFacts } from '#app/domain/clinic/clinic-facts.ts'
import { Plate } from '#app/ui/site/pictures.tsx'
import { Text } from '#app/ui/site/words.tsx'
import { personLabels as labels, team, teamEmpty, type Person } from '#content/team.ts'

export function TeamList({ clinic }: { clinic: ClinicFacts }) {
  if (team.length === 0) {
    return (
      <p className="muted">
        <Text words={teamEmpty} clinic={clinic} />
      </p>
    )
  }
  return (
    <ul className="team">
      {team.map((person) => (
        <li key={person.name}>
          <Plate name={person.plate} />
          <div>
            <h3>{person.name}</h3>
            <p className="muted">{person.role}</p>
            <dl className="dl">
              {toClinicFacts(person).map(({ label, text }) => (
                <div className="dl-row" key={label}>
                  <dt>{label}</dt>
                  <dd>{text}</dd>
                </div>
              ))}
            </dl>
          </div>
        </li>
      ))}
    </ul>
  )
}

function toClinicFacts({ training, license, languages, days }: Person) {
  return [
    { label: labels.training, text: training },
    { label: labels.license, text: license },
    { label: labels.languages, text: languages.join(', ') },
    { label: labels.days, text: days.map((day) => day.charAt(0).toUpperCase() + day.slice(1)).join(', ') },
  ].filter(({ text }) => text)
}
