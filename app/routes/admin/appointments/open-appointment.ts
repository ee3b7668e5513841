/** The calendar's address says which appointment is open beside it, so that Back closes it. */
const parameter = 'open'

export const readOpen = (search: string) => new URLSearchParams(search).get(parameter) ?? undefined

/** The same address with another appointment, or none. */
export function toOpenAddress({ pathname, search }: { pathname: string; search: string }, id: string | undefined) {
  const query = new URLSearchParams(search)
  if (id) query.set(parameter, id)
  else query.delete(parameter)
  return `${pathname}?${query}`
}
