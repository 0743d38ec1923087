import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  editPhone,
  internationalPhone,
  isWholePhone,
  maskPhone,
  phoneDigits,
  phoneForms,
  phoneInText,
  showPhone,
} from './phone.ts';

describe('telephone numbers', () => {
  const typed: [string, '1' | '61', string, string][] = [
    ['(303) 555-0142', '1', '3035550142', '(303) 555-0142'],
    ['+1 303 555 0142', '1', '3035550142', '(303) 555-0142'],
    ['303555014299', '1', '303555014299', '(303) 555-0142'],
    ['011 1 303 555 0142', '1', '3035550142', '(303) 555-0142'],
    ['1234567890', '1', '1234567890', '(123) 456-7890'],
    ['303', '1', '303', '(303'],
    ['3035', '1', '3035', '(303) 5'],
    ['', '1', '', ''],
    ['0491 570 156', '61', '0491570156', '0491 570 156'],
    ['+61 491 570 156', '61', '0491570156', '0491 570 156'],
    ['0011 61 491 570 156', '61', '0491570156', '0491 570 156'],
    ['61491', '61', '61491', '6149 1'],
    ['04915701569', '61', '04915701569', '0491 570 156'],
    ['491570156', '61', '0491570156', '0491 570 156'],
    ['+61 (0)491 570 156', '61', '0491570156', '0491 570 156'],
    ['4', '61', '04', '04'],
    ['6', '61', '6', '6'],
    ['614915701', '61', '614915701', '6149 157 01'],
  ];
  test.each(typed)('[PHONE-2] %s in +%s', (given, countryCode, digits, shown) => {
    expect(phoneDigits(given, countryCode)).toBe(digits);
    expect(maskPhone(digits, countryCode)).toBe(shown);
  });

  test('[PHONE-2] [BRAND-5] the masks have the specified lengths and country codes', () => {
    const forms = Object.entries(phoneForms).map(([place, { mask, countryCode }]) => [
      place,
      mask,
      countryCode,
    ]);
    expect(forms).toEqual([
      ['US', '(XXX) XXX-XXXX', '1'],
      ['CA', '(XXX) XXX-XXXX', '1'],
      ['AU', '0XXX XXX XXX', '61'],
    ]);
    expect([phoneForms.US.mask.length, phoneForms.AU.mask.length]).toEqual([14, 12]);
  });

  const whole: [string, '1' | '61', boolean][] = [
    ['3035550142', '1', true],
    ['303555014', '1', false],
    ['30355501422', '1', false],
    ['1035550142', '1', false],
    ['3031550142', '1', false],
    ['0491570156', '61', true],
    ['4915701560', '61', false],
    ['049157015', '61', false],
    ['04915701566', '61', false],
    ['0255501234', '61', false],
    ['9005550123', '1', false],
    ['8005550123', '1', false],
    ['8885550123', '1', false],
    ['8085550123', '1', true],
    ['9015550123', '1', true],
  ];
  test.each(whole)('[PHONE-2] %s in +%s can be sent: %s', (digits, countryCode, can) => {
    expect(isWholePhone(digits, countryCode)).toBe(can);
  });

  // Each with the caret as |.
  const edits: [string, '1' | '61', string, string, string][] = [
    ['a digit at the end', '1', '303', '(3035|', '(303) 5|'],
    ['a digit in the middle', '1', '3035550142', '(30|9) 555-0142', '(30|9) 555-0142'],
    ['a digit too many in the middle', '1', '3035550142', '(309|3) 555-0142', '(309|) 355-5014'],
    ['a digit taken from the middle', '1', '3035550142', '(30|) 555-0142', '(30|5) 550-142'],
    ['a sign of the mask taken away backwards', '1', '3035550142', '(303)|555-0142', '(30|5) 550-142'],
    ['a sign of the mask taken away forwards', '1', '3035550142', '(303|555-0142', '(303|) 550-142'],
    ['the sign before all digits', '1', '3035550142', '|303) 555-0142', '|(035) 550-142'],
    ['a number pasted with its country', '1', '', '+1 303 555 0142|', '(303) 555-0142|'],
    ['the first digit without the zero', '61', '', '4|', '04|'],
    ['a whole number without the zero', '61', '', '491570157|', '0491 570 157|'],
    ['a digit in the middle of an Australian one', '61', '0491570157', '0491 5|80 157', '0491 5|80 157'],
    ['a letter', '1', '303', '(303x|', '(303|'],
    ['everything', '1', '3035550142', '|', '|'],
  ];
  test.each(edits)(
    '[PHONE-2] the caret stays where one types: %s',
    (what, countryCode, before, typed, after) => {
      const forward = what.includes('forwards') || what.includes('before all');
      const caret = typed.indexOf('|');
      const edit = editPhone(before, { typed: typed.replace('|', ''), caret, forward }, countryCode);
      const shown = maskPhone(edit.digits, countryCode);
      expect(edit.refused).toBe(false);
      expect(`${shown.slice(0, edit.caret)}|${shown.slice(edit.caret)}`).toBe(after);
    },
  );

  // Key by key, as a person types it.
  const keyed: [string, '1' | '61', string, boolean][] = [
    ['+61491570158', '1', '+61491570158', true],
    ['+447911123456', '1', '+447911123456', true],
    ['+13035550142', '61', '+13035550142', true],
    ['+13035550142', '1', '(303) 555-0142', false],
    ['+61491570156', '61', '0491 570 156', false],
    ['+1', '1', '+1', false],
    ['+6', '61', '+6', false],
  ];
  test.each(keyed)(
    '[PHONE-2] [T-14] %s typed in a form of +%s shows %s, refused: %s',
    (keys, countryCode, shown, refused) => {
      let edit = { digits: '', caret: 0, refused: false };
      for (const key of keys) {
        const before = maskPhone(edit.digits, countryCode);
        const typed = before.slice(0, edit.caret) + key + before.slice(edit.caret);
        edit = editPhone(edit.digits, { typed, caret: edit.caret + 1, forward: false }, countryCode);
      }
      expect(maskPhone(edit.digits, countryCode)).toBe(shown);
      expect(edit.refused).toBe(refused);
      expect(isWholePhone(edit.digits, countryCode)).toBe(keys.length > 2 && !refused);
    },
  );

  test('[PHONE-2] a foreign number that loses its plus is dropped as a whole', () => {
    expect(editPhone('+61491', { typed: '61491', caret: 0, forward: true }, '1')).toEqual({
      digits: '',
      caret: 0,
      refused: false,
    });
  });

  test.each(Object.entries(phoneForms))(
    '[PHONE-2] the example of %s is in its mask and can be sent',
    (place, form) => {
      const digits = phoneDigits(form.example, form.countryCode);
      expect(maskPhone(digits, form.countryCode)).toBe(form.example);
      expect(isWholePhone(digits, form.countryCode), place).toBe(true);
    },
  );

  const pasted: [string, '1' | '61', string][] = [
    ['+61 491 570 006', '1', ''],
    ['+44 7911 123456', '1', '3035550142'],
    ['+49 30 12345', '1', '30'],
    ['3035550142999', '1', ''],
    ['(303) 555-01429', '1', '7205550151'],
    ['+1 303 555 0142', '61', ''],
    ['0491 570 1569', '61', ''],
  ];
  test.each(pasted)('[PHONE-2] [T-14] of %s pasted in +%s nothing is taken', (typed, countryCode, before) => {
    const edit = editPhone(before, { typed, caret: typed.length, forward: false }, countryCode);
    const caret = maskPhone(before, countryCode).length;
    expect(edit).toEqual({ digits: before, caret, refused: true });
  });

  test('[PHONE-1] numbers are shown as they are dialled from anywhere', () => {
    expect(showPhone({ phone: '3035550142', countryCode: '1' })).toBe('+1 (303) 555-0142');
    expect(showPhone({ phone: '0491570156', countryCode: '61' })).toBe('+61 491 570 156');
    expect(phoneInText({ phone: '3035550142', countryCode: '1' })).toBe('+1\u00A0(303)\u00A0555-\u20600142');
  });

  test('[PHONE-2] what is shown reads back as what was typed', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[2-9]\d{0,9}$/), (digits) => {
        expect(phoneDigits(maskPhone(digits, '1'), '1')).toBe(digits);
      }),
    );
  });

  test('[T-14] the network’s own writing', () => {
    expect(internationalPhone('3035550142', '1')).toBe('+13035550142');
    expect(internationalPhone('0491570156', '61')).toBe('+61491570156');
    expect(internationalPhone('0035550142', '1')).toBe('+10035550142');
  });
});
