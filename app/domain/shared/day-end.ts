/** The end of a day as a closing time (ISO 8601). Apart, since browsers load it without the calendar's arithmetic. */
export const dayEnd = '24:00'
