//! AdamW: gradient descent with moments, and weights that decay by themselves.

const FIRST_MOMENT: f32 = 0.9;
const SECOND_MOMENT: f32 = 0.999;
const EPSILON: f32 = 1e-8;

/// What the optimiser remembers of each parameter.
#[derive(Clone, PartialEq, Debug)]
pub struct AdamW {
    /// Means of the gradients and of their squares.
    pub moments: [Vec<f32>; 2],
    /// Steps so far.
    pub steps: u64,
}

impl AdamW {
    /// For so many parameters.
    pub fn new(parameters: usize) -> AdamW {
        AdamW { moments: [vec![0.0; parameters], vec![0.0; parameters]], steps: 0 }
    }

    /// Moves the parameters against the gradient.
    pub fn step(&mut self, parameters: &mut [f32], gradient: &[f32], rate: f32, decay: f32) {
        self.steps += 1;
        let steps = self.steps.min(100_000) as i32;
        let (unbias_first, unbias_second) = (1.0 - FIRST_MOMENT.powi(steps), 1.0 - SECOND_MOMENT.powi(steps));
        let [first, second] = &mut self.moments;
        for (((parameter, &slope), first), second) in parameters.iter_mut().zip(gradient).zip(first).zip(second) {
            *first += (1.0 - FIRST_MOMENT) * (slope - *first);
            *second += (1.0 - SECOND_MOMENT) * (slope * slope - *second);
            let step = (*first / unbias_first) / ((*second / unbias_second).sqrt() + EPSILON);
            *parameter -= rate * (step + decay * *parameter);
        }
    }
}

/// A learning rate that falls along half a cosine from the first to the last step.
pub fn cosine(first: f32, last: f32, done: f32) -> f32 {
    last + (first - last) * 0.5 * (1.0 + (std::f32::consts::PI * done.clamp(0.0, 1.0)).cos())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_valley_is_found() {
        let mut parameters = vec![3.0, -2.0];
        let mut optimiser = AdamW::new(2);
        for step in 0..2_000 {
            let gradient = [2.0 * (parameters[0] - 1.0), 20.0 * (parameters[1] - 0.5)];
            optimiser.step(&mut parameters, &gradient, cosine(0.05, 0.0, step as f32 / 2_000.0), 0.0);
        }
        assert!((parameters[0] - 1.0).abs() < 1e-3 && (parameters[1] - 0.5).abs() < 1e-3, "{parameters:?}");
    }
}
