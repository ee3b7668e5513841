import { FilterLinks } from '#app/ui/admin/filter-links.tsx'
import type { CalendarView } from './calendar.tsx'

export const CalendarFilters = ({ filters }: Pick<CalendarView, 'filters'>) => (
  <>
    {filters.map(({ label, choices }) => (
      <section key={label} className="cal-filter">
        <h2>{label}</h2>
        <FilterLinks label={label} filters={choices} />
      </section>
    ))}
  </>
)
