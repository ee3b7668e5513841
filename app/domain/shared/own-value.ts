/** What a record has under a name that somebody else chose; what every object inherits, such as 'constructor', is none. */
export const ownValue = <Value>(record: Readonly<Record<string, Value>>, name: string): Value | undefined =>
  Object.hasOwn(record, name) ? record[name] : undefined
