import assert from 'node:assert/strict';
import { oneLine, renderMail } from '../../../server/platform/mail/mail-content.ts';
import { maskEmail } from '../../../server/platform/mask.ts';

describe('renderMail', () => {
  it('renders text and HTML and escapes the texts of users', () => {
    const quote = '<script>alert("x")</script>\n<img src=x onerror=\'y\'> & [x](javascript:z)';
    const { subject, text, html } = renderMail({ subject: 'A <b>', paragraphs: ['Hello <i>Bob</i>,', { quote }] }, 'en');
    assert.equal(subject, 'A <b>');
    assert.equal(text, 'Hello <i>Bob</i>,\n\n    <script>alert("x")</script>\n    <img src=x onerror=\'y\'> & [x](javascript:z)\n');
    assert.deepEqual(html.match(/<(?!\/)\w+/g), ['<html', '<head', '<meta', '<title', '<body', '<p', '<blockquote', '<br']);
    assert.match(html, /&lt;script&gt;alert\(&quot;x&quot;\)&lt;\/script&gt;<br>&lt;img src=x onerror=&#39;y&#39;&gt; &amp; /);
    assert.match(html, /<title>A &lt;b&gt;<\/title>/);
  });

  it('is right-to-left in Arabic, with quotations in their direction', () => {
    const { html } = renderMail({ subject: 'س', paragraphs: ['مرحبًا،', { quote: 'Hello' }] }, 'ar');
    assert.match(html, /<html lang="ar" dir="rtl">/);
    assert.match(html, /<blockquote dir="auto">Hello<\/blockquote>/);
  });

  it('has a foot only in mails that can be stopped', () => {
    const content = { subject: 'S', paragraphs: ['Hello'] };
    const topic = { reader: 'operator:7', subject: 'post:12' };
    assert.equal(renderMail(content, 'en', 'https://x.example/u/a.12').text, 'Hello\n');
    const linked = renderMail({ ...content, topic }, 'en', 'https://x.example/u/a.12?b&c');
    assert.match(linked.text, /^Hello\n\n—\n\nTo stop these mails, open this link:\nhttps:\/\/x\.example\/u\/a\.12\?b&c\n$/);
    assert.match(linked.html, /<a href="https:\/\/x\.example\/u\/a\.12\?b&amp;c">Stop these mails<\/a>/);
    const plain = renderMail({ ...content, topic }, 'ar', null);
    assert.match(plain.text, /أوقف «الإشعارات» في إعدادات التطبيق/);
    assert.doesNotMatch(plain.html, /<a /);
  });

  it('puts the subject on one line', () => {
    for (const end of ['\r\n', '\n', '\r', '\u2028', '\u2029', '\u0085', '\v', '\0'])
      assert.equal(renderMail({ subject: ` a${end}Bcc: b `, paragraphs: [] }, 'en').subject, 'a Bcc: b');
    assert.equal(oneLine('نورة 😀'), 'نورة 😀');
  });
});

describe('the mask of an e-mail address', () => {
  for (const [email, masked] of Object.entries({
    'jane@example.com': 'j***@example.com',
    '😀x@e.com': '😀***@e.com',
    jane: '***',
    '': '***',
  }))
    it(`${JSON.stringify(email)} is ${masked}`, () => assert.equal(maskEmail(email), masked));
});
