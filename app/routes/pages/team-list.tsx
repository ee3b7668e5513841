import type { Content } from '#app/domain/content/content-record.ts'
import { type Person, personAnchor } from '#app/domain/team/person.ts'
import { Plate } from '#app/ui/site/pictures.tsx'

type Words = Content<'about'>['team']
/** With the names of the services that they give. */
export type Introduced = Omit<Person, 'services'> & { services: string[] }

/** The people of the clinic; a sentence while nobody is entered. */
export function TeamList({ words, people }: { words: Words; people: Introduced[] }) {
  if (people.length === 0) return <p className="muted">{words.nobody}</p>
  return (
    <ul className="team">
      {people.map((person) => (
        <li key={person.id} id={personAnchor(person)}>
          <Plate name={person.picture} />
          <div>
            <h3>{person.name}</h3>
            <p>{person.role}</p>
            <dl className="dl">
              {toFacts(words, person).map(({ label, text }) => (
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

const toFacts = (words: Words, { training, license, languages, days, services }: Introduced) =>
  [
    { label: words.training, text: training },
    { label: words.license, text: license },
    { label: words.languages, text: languages },
    { label: words.days, text: days.map((day) => day.charAt(0).toUpperCase() + day.slice(1)).join(', ') },
    { label: words.services, text: services.join(', ') },
  ].filter(({ text }) => text)
