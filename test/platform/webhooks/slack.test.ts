import assert from 'node:assert/strict';
import type { OutgoingEvent } from '../../../server/platform/outgoing/event.ts';
import { EVENT_TYPES } from '../../../server/platform/outgoing/types.ts';
import { WORDS } from '../../../server/platform/webhooks/phrases.ts';
import { type SlackOptions, slackBody } from '../../../server/platform/webhooks/slack.ts';
import { eventOf } from './support.ts';

const OPTIONS: SlackOptions = { language: 'en', more: 0, texts: [], publicUrl: null };

describe('messages for Slack', () => {
  const textOf = (events: readonly OutgoingEvent[], options: Partial<SlackOptions> = {}): string =>
    JSON.parse(slackBody(events, { ...OPTIONS, ...options })).text;
  const event = eventOf('evt_1', 12);

  it('say in one sentence what changed to what', () => {
    assert.equal(textOf([event]), 'Review 12: new status, status pending → approved.');
    assert.equal(textOf([event], { language: 'ar' }), 'المراجعة 12: حالة جديدة, status pending ← approved.');
  });

  it('link to the console of the public address', () => {
    const publicUrl = 'https://diwan.example.com';
    assert.equal(
      textOf([event], { publicUrl }),
      'Review 12: new status, status pending → approved. <https://diwan.example.com/console/moderation|Open>',
    );
    assert.match(textOf([{ ...event, type: 'user.registered', subject: 'user:8d1f-2' }], { publicUrl }), /\/console\/users\/8d1f-2\|/);
  });

  it('count the changes beyond those they name', () => {
    assert.deepEqual(textOf([event, event], { more: 12 }).split('\n').length, 3);
    assert.match(textOf([event], { more: 12 }), /\nand 12 more$/);
  });

  it('show titles without mentions or links', () => {
    const title = '<!channel> @everyone\n<https://evil.example|free> & more';
    const text = textOf([event], { texts: [{ title, comment: 'long text' }] });
    assert.equal(
      text,
      'Review 12 “&lt;!channel&gt; @\u200beveryone &lt;https://evil.example|free&gt; &amp; more”: new status, status pending → approved.',
    );
    assert.doesNotMatch(text, /long text|<|@e/);
    assert.doesNotMatch(textOf([event], { texts: [{ title: null }] }), /“/);
  });

  it('have words for every type of event', () => {
    for (const name of Object.keys(EVENT_TYPES))
      for (const words of Object.values(WORDS)) {
        const [kind = '', verb = ''] = name.split('.');
        assert.ok(words.nouns[kind] !== undefined && words.verbs[verb] !== undefined, name);
      }
  });
});
