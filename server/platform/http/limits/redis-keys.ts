/** The prefix of every key in Redis. */
export const KEY_PREFIX = 'diwan:rl:';
